import type { IncomingHttpHeaders } from 'node:http';
import { verifyChecksums } from './checksums.ts';
import { S3Failure } from './failure.ts';
import type { ObjectMetadata, ObjectStore, Precondition } from './objects.ts';
import { readPayload } from './payload.ts';
import { errorXml, listXml } from './xml.ts';

/** A request with a valid signature. */
export interface S3Request {
  readonly method: string;
  readonly bucket: string;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface S3Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Headers of a PUT that every GET returns, in addition to all of `x-amz-meta-`. */
const storedHeaders = ['content-type', 'cache-control', 'content-disposition', 'content-language', 'expires'];

const longestKeyBytes = 1024;
const mostListed = 1000;

const getStoredHeaders = (headers: IncomingHttpHeaders): Record<string, string> => {
  const cached = Object.entries(headers).filter(
    ([name]) => storedHeaders.includes(name) || name.startsWith('x-amz-meta-'),
  );
  const encoding = String(headers['content-encoding'] ?? '')
    .split(/, */)
    .filter((one) => one !== '' && one !== 'aws-chunked')
    .join(', ');
  return Object.fromEntries([
    ...cached.map(([name, value]) => [name, String(value)]),
    ...(encoding === '' ? [] : [['content-encoding', encoding]]),
  ]);
};

const noSuchKey = (): S3Failure => new S3Failure('NoSuchKey', 'The specified key does not exist.');
const preconditionFailed = (): S3Failure =>
  new S3Failure('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold.');

/** Checks `If-None-Match: *` and `If-Match: <etag>` of a write. */
const writeCondition =
  ({ headers }: S3Request): Precondition =>
  (current) => {
    const { 'if-match': wanted, 'if-none-match': unwanted } = headers;
    if (unwanted !== undefined && unwanted !== '*') {
      throw new S3Failure('NotImplemented', 'If-None-Match of a write must be *.');
    }
    if (unwanted === '*' && current) throw preconditionFailed();
    if (wanted === undefined) return;
    if (!current) throw noSuchKey();
    if (wanted !== '*' && wanted !== current.etag) throw preconditionFailed();
  };

/** Conditional writes under way: S3 answers 409 to another one of the same key. */
const writing = new WeakMap<ObjectStore, Set<string>>();

const putObject = async (store: ObjectStore, request: S3Request): Promise<S3Answer> => {
  if (request.headers['if-none-match'] === undefined) return storeObject(store, request);
  // who comes too late is told so, whatever others do meanwhile
  writeCondition(request)(await store.facts(request.bucket, request.key));
  const name = `${request.bucket}/${request.key}`;
  const names = writing.get(store) ?? new Set();
  writing.set(store, names);
  if (names.has(name))
    throw new S3Failure('ConditionalRequestConflict', 'A conflicting conditional operation is in progress.');
  names.add(name);
  try {
    return await storeObject(store, request);
  } finally {
    names.delete(name);
  }
};

const storeObject = async (store: ObjectStore, request: S3Request): Promise<S3Answer> => {
  const { bucket, key, headers, body } = request;
  if (headers['x-amz-copy-source']) throw new S3Failure('NotImplemented', 'Copies are not supported here.');
  if (Buffer.byteLength(key) > longestKeyBytes) throw new S3Failure('KeyTooLongError', 'Your key is too long.');
  const { bytes, trailers } = readPayload(body, headers);
  const checksums = verifyChecksums(bytes, { ...headers, ...trailers });
  const about = { key, headers: getStoredHeaders(headers), checksums };
  const { etag } = await store.write(bucket, bytes, about, writeCondition(request));
  return { status: 200, headers: { etag, ...checksums } };
};

const answerHeaders = (facts: ObjectMetadata, withChecksums: boolean): Record<string, string> => ({
  'content-type': 'binary/octet-stream',
  ...facts.headers,
  ...(withChecksums && { ...facts.checksums, 'x-amz-checksum-type': 'FULL_OBJECT' }),
  'content-length': String(facts.sizeBytes),
  etag: facts.etag,
  'last-modified': new Date(facts.modified).toUTCString(),
});

/** GET and HEAD; ranges are ignored, as HTTP allows. */
const readObject = async (store: ObjectStore, { method, bucket, key, headers }: S3Request): Promise<S3Answer> => {
  const found =
    method === 'HEAD' ? { facts: await store.facts(bucket, key), bytes: undefined } : await store.read(bucket, key);
  if (!found?.facts) throw noSuchKey();
  const { facts, bytes } = found;
  if (headers['if-match'] !== undefined && headers['if-match'] !== facts.etag) throw preconditionFailed();
  if (headers['if-none-match'] === facts.etag) return { status: 304, headers: { etag: facts.etag } };
  const answer = answerHeaders(facts, headers['x-amz-checksum-mode'] === 'ENABLED');
  return { status: 200, headers: answer, ...(bytes && { body: bytes }) };
};

const deleteObject = async (store: ObjectStore, request: S3Request): Promise<S3Answer> => {
  await store.remove(request.bucket, request.key, writeCondition(request));
  return { status: 204 };
};

const listObjects = async (store: ObjectStore, { bucket, query }: S3Request): Promise<S3Answer> => {
  if (query.get('list-type') !== '2' || query.has('delimiter')) {
    throw new S3Failure('NotImplemented', 'Only ListObjectsV2 without a delimiter is supported here.');
  }
  const most = Math.min(Number(query.get('max-keys') ?? mostListed), mostListed);
  if (!(most >= 0)) throw new S3Failure('InvalidArgument', 'max-keys must be a number from 0.');
  const token = query.get('continuation-token');
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const prefix = query.get('prefix') ?? '';
  const rest = (await store.list(bucket)).filter(
    ({ key }) => key.startsWith(prefix) && Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0,
  );
  const page = { bucket, prefix, maxKeys: most, isTruncated: most > 0 && rest.length > most };
  const body = listXml(page, rest.slice(0, most));
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
};

/** Parameters of the supported object operations; any other belongs to an unsupported one. */
const harmlessParameters = new Set(['x-id']);

/** Answers one request. @throws {@link S3Failure} */
export const handleRequest = async (store: ObjectStore, request: S3Request): Promise<S3Answer> => {
  const { method, key, query } = request;
  if (key === '' && method === 'GET') return listObjects(store, request);
  const isPlain = [...query.keys()].every((name) => harmlessParameters.has(name));
  if (key !== '' && isPlain) {
    if (method === 'PUT') return putObject(store, request);
    if (method === 'GET' || method === 'HEAD') return readObject(store, request);
    if (method === 'DELETE') return deleteObject(store, request);
  }
  throw new S3Failure('NotImplemented', 'This operation is not supported here.');
};

/** Returns an error response in S3's format; without a body for HEAD. */
export const refusal = (failure: S3Failure, method: string): S3Answer => ({
  status: failure.status,
  headers: { 'content-type': 'application/xml' },
  ...(method !== 'HEAD' && { body: errorXml(failure.code, failure.message) }),
});
