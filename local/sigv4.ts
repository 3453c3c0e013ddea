import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type Credentials, localCredentials } from './credentials.ts';

export interface SignedRequest {
  readonly method: string;
  /** Path and query as sent, not decoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The signature covers its hash, or the header `x-amz-content-sha256` if that is sent. */
  readonly body: Uint8Array;
}

/** What is wrong with a signature; each service has its own error for it. */
export type SignatureProblem = 'missing' | 'unknownKey' | 'skewed' | 'mismatch';

export type SignedService = 'dynamodb' | 's3' | 'secretsmanager' | 'bedrock' | 'sqs' | 'cloudfront';

/** Maximum difference between the clocks, as with AWS. */
const allowedSkewMs = 15 * 60_000;

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/[^/,]+\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Parses `20260131T120000Z`; an invalid date for anything else. */
const getMoment = (stamp: string): Date =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Uint8Array | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const signingKeys = new LRUCache<string, Buffer>({ max: 100 });

/** Returns the key of a day, region and service, `20260131/us-east-1/s3/aws4_request`. */
const getSigningKey = (secret: string, scope: string): Buffer => {
  const name = `${secret} ${scope}`;
  const known = signingKeys.get(name);
  if (known) return known;
  const key = scope.split('/').reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`));
  signingKeys.set(name, key);
  return key;
};

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the parameters of a query, encoded alike and sorted by name, then by value. */
const getCanonicalQuery = (query: string): string => {
  const pairs = query.split('&').filter((pair) => pair !== '');
  const parameters = pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=').map((part) => encode(decodeURIComponent(part)));
    return [name, value.join('%3D')] as const;
  });
  const order = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  return parameters
    .sort(([name, value], [otherName, otherValue]) => order(name, otherName) || order(value, otherValue))
    .map((parameter) => parameter.join('='))
    .join('&');
};

/** Returns the signature that the owner of the credentials makes of a request. */
const getSignature = (
  { method, target, headers, body }: SignedRequest,
  stamp: string,
  scope: string,
  signedHeaders: string,
  secret: string,
): string => {
  const [path = '/', query = ''] = target.split('?', 2);
  const header = (name: string): string =>
    // HTTP/2 has the host in `:authority`
    String(headers[name] ?? (name === 'host' ? headers[':authority'] : undefined) ?? '');
  const request = [
    method,
    // all services but S3 sign the path encoded once more
    scope.endsWith('/s3/aws4_request') ? path : path.split('/').map(encode).join('/'),
    getCanonicalQuery(query),
    ...signedHeaders.split(';').map((name) => `${name}:${header(name).trim().replace(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    header('x-amz-content-sha256') || sha256(body),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', stamp, scope, sha256(request)].join('\n');
  return hmac(getSigningKey(secret, scope), text).toString('hex');
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
  credentials: Credentials = localCredentials,
): SignatureProblem | undefined => {
  const { authorization: given = '', 'x-amz-date': stamp } = request.headers;
  const parts = authorization.exec(given);
  if (!parts) return 'missing';
  const [, keyId, day = '', region = '', signedHeaders = '', signature] = parts;
  if (keyId !== credentials.accessKeyId) return 'unknownKey';
  const signingDate = getMoment(String(stamp));
  const isOnTime = Math.abs(signingDate.getTime() - Date.now()) <= allowedSkewMs;
  if (!String(stamp).startsWith(day) || !isOnTime) return 'skewed';
  const scope = `${day}/${region}/${service}/aws4_request`;
  const right = getSignature(request, String(stamp), scope, signedHeaders, credentials.secretAccessKey);
  return signature === right ? undefined : 'mismatch';
};
