import type { IncomingHttpHeaders } from 'node:http';
import { HttpRequest, parseQueryString } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
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
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/[^/,]+\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=[0-9a-f]{64}$/;

/** Parses `20260131T120000Z`; an invalid date for anything else. */
const getMoment = (stamp: string): Date =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Returns the header `Authorization` that the owner of the credentials sends. */
const getAuthorization = async (
  { method, target, headers, body }: SignedRequest,
  scope: { readonly service: SignedService; readonly region: string; readonly signingDate: Date },
  signedHeaders: readonly string[],
  credentials: Credentials,
): Promise<string | undefined> => {
  const [path = '/', query = ''] = target.split('?', 2);
  // HTTP/2 has the host in `:authority`
  const signed = signedHeaders.map((name) => [
    name,
    String(headers[name] ?? (name === 'host' ? headers[':authority'] : undefined) ?? ''),
  ]);
  const signer = new SignatureV4({
    ...scope,
    credentials,
    sha256: Hash.bind(null, 'sha256'),
    // all services but S3 sign the path encoded once more
    uriEscapePath: scope.service !== 's3',
    applyChecksum: false,
  });
  const request = new HttpRequest({
    method,
    path,
    query: parseQueryString(query),
    headers: Object.fromEntries(signed),
    body,
  });
  const options = { signingDate: scope.signingDate, signableHeaders: new Set(signedHeaders) };
  return (await signer.sign(request, options)).headers.authorization;
};

/**
 * Checks the `Authorization` header of a request like AWS does (Signature Version 4); presigned URLs are not supported.
 *
 * @returns undefined if the signature is valid
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const signatureProblem = async (
  request: SignedRequest,
  service: SignedService,
  credentials: Credentials = localCredentials,
): Promise<SignatureProblem | undefined> => {
  const { authorization: given = '', 'x-amz-date': stamp } = request.headers;
  const parts = authorization.exec(given);
  if (!parts) return 'missing';
  const [, keyId, day = '', region = '', signedHeaders = ''] = parts;
  if (keyId !== credentials.accessKeyId) return 'unknownKey';
  const signingDate = getMoment(String(stamp));
  const isOnTime = Math.abs(signingDate.getTime() - Date.now()) <= allowedSkewMs;
  if (!String(stamp).startsWith(day) || !isOnTime) return 'skewed';
  const right = await getAuthorization(
    request,
    { service, region, signingDate },
    signedHeaders.split(';'),
    credentials,
  );
  return given.replaceAll(', ', ',') === right?.replaceAll(', ', ',') ? undefined : 'mismatch';
};
