import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { localCredentials, localRegion } from '../../../local/credentials.ts';

const sha256Hex = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** A DynamoDB request with another body, signed anew with the emulators' credentials. */
export const signed = (message: IncomingMessage, body: Buffer): IncomingMessage => {
  const headers: IncomingHttpHeaders = { ...message.headers, 'content-length': String(body.length) };
  const stamp = String(headers['x-amz-date']);
  const scope = [stamp.slice(0, 8), localRegion, 'dynamodb', 'aws4_request'];
  const names = ['host', 'x-amz-date', 'x-amz-target'];
  const lines = names.map((name) => `${name}:${String(headers[name])}`);
  const canonical = ['POST', '/', '', ...lines, '', names.join(';'), sha256Hex(body)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope.join('/'), sha256Hex(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${localCredentials.secretAccessKey}`);
  const authorization = [
    `AWS4-HMAC-SHA256 Credential=${localCredentials.accessKeyId}/${scope.join('/')}`,
    `SignedHeaders=${names.join(';')}`,
    `Signature=${hmac(key, toSign).toString('hex')}`,
  ].join(', ');
  const { 'x-amz-content-sha256': _, ...cached } = headers;
  return {
    method: message.method,
    url: message.url,
    headers: { ...cached, authorization },
  } as unknown as IncomingMessage;
};
