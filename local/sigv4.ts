import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Credentials, localCredentials } from './credentials.ts';

export interface SignedRequest {
  readonly method: string;
  /** Path and query as sent, not decoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** SHA-256 of the body in hex; `x-amz-content-sha256` takes precedence. */
  readonly bodyHash: string;
}

/** What is wrong with a signature; each service has its own error for it. */
export type SignatureProblem = 'missing' | 'unknownKey' | 'skewed' | 'mismatch';

export type SignedService = 'dynamodb' | 's3' | 'secretsmanager' | 'bedrock' | 'sqs' | 'cloudfront';

/** Maximum difference between the clocks, as with AWS. */
const allowedSkewMs = 15 * 60_000;

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/([^/,]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Percent-encodes everything but RFC 3986's unreserved characters. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Decodes a text; one that cannot be decoded is returned unchanged and matches no signature. */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const toCanonicalQuery = (query: string): string =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return `${encode(decode(name))}=${encode(decode(value.join('=')))}`;
    })
    .sort()
    .join('&');

/** Parses `20260131T120000Z` to Unix milliseconds; NaN for anything else. */
const getMoment = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Returns header values joined and trimmed; HTTP/2 has the host in `:authority`. */
const getHeaderValue = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name] ?? (name === 'host' ? headers[':authority'] : undefined);
  return String(value ?? '')
    .trim()
    .replace(/ +/g, ' ');
};

const toCanonicalRequest = (request: SignedRequest, service: SignedService, signedHeaders: string): string => {
  const [path = '/', query = ''] = request.target.split('?', 2);
  return [
    request.method,
    // all services but S3 sign the path encoded once more
    service === 's3' ? path : path.split('/').map(encode).join('/'),
    toCanonicalQuery(query),
    ...signedHeaders.split(';').map((name) => `${name}:${getHeaderValue(request.headers, name)}`),
    '',
    signedHeaders,
    request.headers['x-amz-content-sha256'] ?? request.bodyHash,
  ].join('\n');
};

/**
 * Checks the `Authorization` header of a request like AWS does (Signature Version 4); presigned URLs are not supported.
 *
 * @returns undefined if the signature is valid
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const signatureProblem = (
  request: SignedRequest,
  service: SignedService,
  { accessKeyId, secretAccessKey }: Credentials = localCredentials,
): SignatureProblem | undefined => {
  const parts = authorization.exec(request.headers.authorization ?? '');
  if (!parts) return 'missing';
  const [, keyId, day = '', region = '', scope, signedHeaders = '', signature = ''] = parts;
  if (keyId !== accessKeyId) return 'unknownKey';
  const stamp = String(request.headers['x-amz-date'] ?? '');
  if (!stamp.startsWith(day) || !(Math.abs(getMoment(stamp) - Date.now()) <= allowedSkewMs)) return 'skewed';

  const toSign = [
    'AWS4-HMAC-SHA256',
    stamp,
    `${day}/${region}/${service}/aws4_request`,
    sha256Hex(toCanonicalRequest(request, service, signedHeaders)),
  ].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const isRight = scope === service && timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
  return isRight ? undefined : 'mismatch';
};
