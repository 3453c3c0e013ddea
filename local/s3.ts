import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Emulator, listen, readBody } from './listen.ts';
import { S3Failure } from './s3/failure.ts';
import { ObjectStore } from './s3/objects.ts';
import { handleRequest, refusal, type S3Answer, type S3Request } from './s3/operations.ts';
import { type SignatureProblem, signatureProblem } from './sigv4.ts';

export interface S3Settings {
  /** Folder of the objects, created if it does not exist. */
  readonly dir: string;
  /** Names of the buckets, created if they do not exist. */
  readonly buckets: readonly string[];
  readonly port?: number;
}

const signatureFailures: Readonly<Record<SignatureProblem, S3Failure>> = {
  missing: new S3Failure('AccessDenied', 'Access Denied'),
  unknownKey: new S3Failure('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.'),
  skewed: new S3Failure('RequestTimeTooSkewed', 'The difference between the request time and the time is too large.'),
  mismatch: new S3Failure('SignatureDoesNotMatch', 'The request signature does not match the one you provided.'),
};

/** Parses path-style targets only: `/<bucket>/<key>`. */
const parseTarget = (target: string): Pick<S3Request, 'bucket' | 'key' | 'query'> => {
  const [path = '', query = ''] = target.split('?', 2);
  const [, bucket = '', ...key] = path.split('/');
  try {
    // a plus sign in a signed query is literal
    const parameters = new URLSearchParams(query.replaceAll('+', '%2B'));
    return { bucket, key: decodeURIComponent(key.join('/')), query: parameters };
  } catch (cause) {
    throw Object.assign(new S3Failure('InvalidURI', 'The path cannot be decoded.'), { cause });
  }
};

const handle = async (store: ObjectStore, request: IncomingMessage, body: Buffer): Promise<S3Answer> => {
  const { method = '', url = '/', headers } = request;
  try {
    const problem = await signatureProblem({ method, target: url, headers, body }, 's3');
    if (problem) throw signatureFailures[problem];
    return await handleRequest(store, { method, headers, body, ...parseTarget(url) });
  } catch (error) {
    if (error instanceof S3Failure) return refusal(error, method);
    throw error;
  }
};

const respond = (response: ServerResponse, { status, headers = {}, body }: S3Answer): void => {
  response.writeHead(status, headers);
  response.end(body);
};

/**
 * S3 on loopback, with its objects as files: put, get, head, delete and list, conditional writes, metadata, checksums
 * of whole and chunked bodies. Signatures are checked. Other operations return `NotImplemented`.
 */
export const startS3 = async ({ dir, buckets, port }: S3Settings): Promise<Emulator> => {
  const store = await ObjectStore.open(dir, buckets);
  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined);
    if (!body) return;
    try {
      respond(response, await handle(store, request, body));
    } catch (error) {
      respond(response, { status: 500, body: String(error) });
    }
  });
  return listen(server, port);
};
