import { type ClientRequest, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { type Emulator, listen, readBody } from '../../../local/listen.ts';
import { signed } from './sign.ts';

/** What goes wrong with one call, at first without an effect, then after it. */
export type Fault =
  | 'throttle' // refused for load
  | 'error' // answered with an internal error
  | 'reset' // the connection ends
  | 'stall' // no answer, ever
  | 'lost' // the answer is lost with the connection
  | 'errorAfter' // answered with an internal error all the same
  | 'stallAfter' // no answer, ever
  | 'late' // no answer, and the effect only when `release` is called: a packet that took its time
  | 'twice' // done and answered, and done again when `release` is called: the network has copied the packet
  | 'cut' // the connection ends in the middle of the answer's body
  | 'half' // one half of a batch is done, the other left unprocessed
  | 'none'; // all of a batch is left unprocessed

export interface Call {
  /** `UpdateItem`, `GetSecretValue`; for S3 the method and the path: `PUT /images/...`. */
  readonly operation: string;
  readonly body: string;
}

/** Whether a call writes a tree; a unit is taken by the same operation in another table. */
export const isTreeWrite = ({ operation, body }: Call): boolean =>
  operation === 'UpdateItem' && body.includes('"part":{"S":"tree"}');

export type Service = 'dynamodb' | 's3' | 'secretsmanager';

export interface FaultProxy extends Emulator {
  /** Decides on each call, which waits for it; the default lets everything through. */
  decide: (call: Call) => Fault | undefined | Promise<Fault | undefined>;
  readonly calls: (Call & { readonly fault: Fault | undefined })[];
  /** Lets everything through and forgets what came. */
  calm(): void;
  /** Sends held calls on, the newest first, all or so many of them; resolves when each has had its effect. */
  release(atMost?: number): Promise<void>;
}

interface Message {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const throttles: Readonly<Record<Service, Message>> = {
  dynamodb: jsonError(400, 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException'),
  secretsmanager: jsonError(400, 'ThrottlingException'),
  s3: xmlError(503, 'SlowDown'),
};
const errors: Readonly<Record<Service, Message>> = {
  dynamodb: jsonError(500, 'com.amazonaws.dynamodb.v20120810#InternalServerError'),
  secretsmanager: jsonError(500, 'InternalServiceError'),
  s3: xmlError(500, 'InternalError'),
};

function jsonError(status: number, type: string): Message {
  const body = Buffer.from(JSON.stringify({ __type: type, message: 'made by the fault proxy' }));
  return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body };
}

function xmlError(status: number, code: string): Message {
  const body = Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>made</Message></Error>`);
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

export const forward = (target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Message> => {
  const answered = Promise.withResolvers<Message>();
  const sent: ClientRequest = request(target + url, { method, headers, agent: false }, async (answer) => {
    const whole = await readBody(answer).catch(answered.reject);
    if (whole) answered.resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: whole });
  });
  sent.on('error', answered.reject).end(body);
  return answered.promise;
};

export const getOperation = ({ method, url = '', headers }: IncomingMessage): string =>
  String(headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1) || `${method} ${url.split('?')[0]}`;

type Batch = Record<string, unknown[] | { Keys: unknown[] }>;

/** Splits a batch: `done` in every table the first `share` of its entries, `open` the others. */
const split = (batch: Batch, share: number): { done: Batch; open: Batch } => {
  const parts = { done: {} as Batch, open: {} as Batch };
  for (const [table, entry] of Object.entries(batch)) {
    const list = Array.isArray(entry) ? entry : entry.Keys;
    const at = Math.floor(list.length * share);
    const put = (name: 'done' | 'open', some: unknown[]) => {
      if (some.length > 0) parts[name][table] = Array.isArray(entry) ? some : { ...entry, Keys: some };
    };
    put('done', list.slice(0, at));
    put('open', list.slice(at));
  }
  return parts;
};

/** Does a part of a batch, and answers that the rest is unprocessed. */
const forwardPart = async (target: string, message: IncomingMessage, body: Buffer, share: number): Promise<Message> => {
  const { RequestItems, ...rest } = JSON.parse(body.toString('utf8')) as { RequestItems: Batch };
  const { done, open } = split(RequestItems, share);
  const unprocessed = getOperation(message) === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems';
  const isEmpty = Object.keys(done).length === 0;
  const part = Buffer.from(JSON.stringify({ RequestItems: done, ...rest }));
  const answer = isEmpty ? undefined : await forward(target, signed(message, part), part);
  const result = answer ? JSON.parse(answer.body.toString('utf8')) : { Responses: {} };
  const shown = Buffer.from(JSON.stringify({ ...result, [unprocessed]: open }));
  return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: shown };
};

/** Stands between AWS clients and an emulator, on the wire: what it does to a call the client cannot tell from the network. */
export const startFaultProxy = async (target: string, service: Service): Promise<FaultProxy> => {
  const held: (() => Promise<unknown>)[] = [];
  const server = createServer(async (message, response) => {
    const body = await readBody(message).catch(() => undefined);
    if (!body) return;
    const call: Call = { operation: getOperation(message), body: body.toString('utf8') };
    const fault = await proxy.decide(call);
    proxy.calls.push({ ...call, fault });

    const answer = ({ status, headers, body: bytes }: Message): void => {
      const { connection: _, 'transfer-encoding': __, ...cached } = headers;
      response.writeHead(status, { ...cached, 'content-length': String(bytes.length) });
      if (fault === 'cut') response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
      else response.end(bytes);
    };
    try {
      if (fault === 'throttle') return answer(throttles[service]);
      if (fault === 'error') return answer(errors[service]);
      if (fault === 'reset') return void response.destroy();
      if (fault === 'stall') return;
      if (fault === 'late') return void held.push(() => forward(target, message, body));
      if (fault === 'half') return answer(await forwardPart(target, message, body, 0.5));
      if (fault === 'none') return answer(await forwardPart(target, message, body, 0));
      const done = await forward(target, message, body);
      if (fault === 'twice') held.push(() => forward(target, message, body));
      if (fault === 'lost') return void response.destroy();
      if (fault === 'errorAfter') return answer(errors[service]);
      if (fault === 'stallAfter') return;
      answer(done);
    } catch {
      response.destroy();
    }
  });
  const emulator = await listen(server);
  const proxy: FaultProxy = {
    ...emulator,
    decide: () => undefined,
    calls: [],
    calm() {
      proxy.decide = () => undefined;
      proxy.calls.length = 0;
    },
    async release(atMost = held.length) {
      for (const send of held.splice(Math.max(0, held.length - atMost)).reverse()) await send();
    },
  };
  return proxy;
};
