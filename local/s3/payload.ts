import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Failure } from './failure.ts';

export interface Payload {
  readonly bytes: Buffer;
  /** Lower-case names; empty unless the body was chunked. */
  readonly trailers: Readonly<Record<string, string>>;
}

const lineEnd = '\r\n';

const incomplete = (): S3Failure => new S3Failure('IncompleteBody', 'The body does not have the announced length.');

/**
 * Parses an `aws-chunked` body: `<size in hex>\r\n<bytes>\r\n` any number of times, a chunk of size 0, then trailers.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
const unchunk = (body: Buffer): Payload => {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf(lineEnd, at);
    const size = /^[0-9a-f]{1,8}$/i.exec(body.toString('latin1', at, Math.max(at, end)))?.[0];
    if (size === undefined) throw incomplete();
    const start = end + lineEnd.length;
    const length = Number.parseInt(size, 16);
    if (length === 0) return { bytes: Buffer.concat(parts), trailers: readTrailers(body.toString('latin1', start)) };
    parts.push(body.subarray(start, start + length));
    at = start + length + lineEnd.length;
    if (body.toString('latin1', start + length, at) !== lineEnd) throw incomplete();
  }
};

const readTrailers = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(lineEnd)
      .filter((line) => line.includes(':'))
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );

/**
 * Returns the object's bytes of a request body, checked against the signed hash or length.
 *
 * @throws XAmzContentSHA256Mismatch, IncompleteBody; NotImplemented for signed chunks
 */
export const readPayload = (body: Buffer, headers: IncomingHttpHeaders): Payload => {
  const declared = String(headers['x-amz-content-sha256'] ?? '');
  if (/^[0-9a-f]{64}$/.test(declared)) {
    if (createHash('sha256').update(body).digest('hex') === declared) return { bytes: body, trailers: {} };
    throw new S3Failure('XAmzContentSHA256Mismatch', "The provided 'x-amz-content-sha256' header does not match.");
  }
  if (declared === 'UNSIGNED-PAYLOAD') return { bytes: body, trailers: {} };
  if (declared !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    throw new S3Failure('NotImplemented', `The body form ${declared} is not supported here.`);
  }
  const payload = unchunk(body);
  if (payload.bytes.length !== Number(headers['x-amz-decoded-content-length'])) throw incomplete();
  return payload;
};
