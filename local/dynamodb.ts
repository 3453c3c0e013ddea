import type { RequestListener, ServerResponse } from 'node:http';
import dynalite from 'dynalite';
import './dynamodb/close-iterators.ts';
import { reportItem, wholeRequest } from './dynamodb/failed-conditions.ts';
import { prepareFolder } from './dynamodb/folder.ts';
import { reportWrite, type StreamRecord } from './dynamodb/stream.ts';
import { createTables, type TableDefinition } from './dynamodb/tables.ts';
import { Transactions } from './dynamodb/transactions.ts';
import { type Emulator, listen, readBody } from './listen.ts';
import { privateFolder } from './private-folder.ts';
import { type SignatureProblem, signatureProblem } from './sigv4.ts';

export type { TableDefinition } from './dynamodb/tables.ts';

export interface DynamoDbSettings {
  /** Folder of the data, created if it does not exist. @default in memory */
  readonly dir?: string;
  readonly port?: number;
  /** Created if they do not exist. */
  readonly tables: readonly TableDefinition[];
  /** Called with the keys of every item that was written. @default no stream */
  readonly onWrite?: (table: string, record: StreamRecord) => void;
}

const errorNames: Readonly<Record<SignatureProblem, string>> = {
  missing: 'MissingAuthenticationTokenException',
  unknownKey: 'UnrecognizedClientException',
  skewed: 'InvalidSignatureException',
  mismatch: 'InvalidSignatureException',
};

const refuse = (response: ServerResponse, problem: SignatureProblem): void => {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: `com.amazon.coral.service#${errorNames[problem]}`, message: problem }));
};

/** Resolves when dynalite has ended a response, also to a client that has disconnected. */
const ended = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const end = response.end.bind(response) as (text: string) => ServerResponse;
    Object.assign(response, {
      end: (text: string) => {
        resolve();
        return end(text);
      },
    });
  });

/** The requests that dynalite handles. */
class RequestsInProgress {
  readonly #requests = new Set<Promise<void>>();
  #closing = false;

  /** @returns false when the emulator is closing */
  add(response: ServerResponse): boolean {
    if (this.#closing) return false;
    const request = ended(response).then(() => void this.#requests.delete(request));
    this.#requests.add(request);
    return true;
  }

  /** Accepts no further request; resolves when dynalite has handled the others. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#requests);
  }
}

/**
 * Reads requests to their end and checks their signatures before dynalite handles them. dynalite does neither, and a
 * client that disconnects during a request would end the process.
 */
const checkRequests =
  (
    inner: RequestListener,
    { tables, onWrite }: DynamoDbSettings,
    requestsInProgress: RequestsInProgress,
    transactions: Transactions,
  ): RequestListener =>
  async (request, response) => {
    const body = await readBody(request).catch(() => undefined);
    if (!body) return;
    const { method = '', url = '/', headers } = request;
    const problem = await signatureProblem({ method, target: url, headers, body }, 'dynamodb');
    if (problem) return refuse(response, problem);
    if (!requestsInProgress.add(response)) return void response.destroy();
    if (onWrite) reportWrite(tables, headers, body, response, onWrite);
    if (transactions.handle(inner, headers, body, response)) return;
    reportItem(inner, headers, body, response);
    inner(wholeRequest({ method, url, headers }, body), response);
  };

/**
 * DynamoDB on loopback: dynalite behind a check of signatures, with `TransactWriteItems`. It has no `UpdateTimeToLive`, and
 * expired items are not deleted.
 *
 * @throws Error when another process has locked the folder, or its tables differ from `tables` in keys or indexes
 */
export const startDynamoDb = async (settings: DynamoDbSettings): Promise<Emulator> => {
  const { dir, port, tables } = settings;
  if (dir !== undefined) {
    await privateFolder(dir);
    await prepareFolder(dir);
  }
  const server = dynalite({
    createTableMs: 0,
    deleteTableMs: 0,
    updateTableMs: 0,
    ...(dir !== undefined && { path: dir }),
  });
  const inner = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const requestsInProgress = new RequestsInProgress();
  const transactions = new Transactions(tables);
  for (const listener of inner)
    server.on('request', checkRequests(listener, settings, requestsInProgress, transactions));

  const running = await listen(server, port);
  // dynalite throws when a request finds the database closed
  const close = () => requestsInProgress.close().then(running.close);
  try {
    await createTables(running.url, tables);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...running, close };
};
