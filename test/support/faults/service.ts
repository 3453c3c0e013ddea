import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { type ApiRouteId, routes } from 'image-url-contract/routes.ts';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { withinBudget } from '#engine/time-budget.ts';
import { createAccount, createKey, setAccount, showAccount } from '../../../admin/administer-accounts.ts';
import { administration } from '../../../admin/administration.ts';
import { type FunctionId, functionOf } from '../../../lambdas/config/functions.ts';
import type { PlanName } from '../../../lambdas/domain/quota/plans.ts';
import { runtime } from '../../../lambdas/runtime/runtime.ts';
import { type BedrockEmulator, type BedrockSettings, startBedrock } from '../../../local/bedrock.ts';
import { type Handler, installLambdaGlobal, loadHandlers } from '../../../local/lambda-runtime.ts';
import { closeWorkers } from '../close-workers.ts';
import { startFaultyCloud } from './faulty-cloud.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every route; each test says what it expects
  readonly json: any;
}

export interface Caller {
  readonly accountId: string;
  readonly apiKey: string;
}

interface Wanted {
  readonly plan?: PlanName;
  readonly mintsUsed?: number;
  readonly generationsUsed?: number;
}

export interface Request {
  readonly caller?: Caller;
  readonly body?: unknown;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly key?: string;
  /** What the function has left of its time, in milliseconds. @default 29,000 */
  readonly timeMs?: number;
  /** Ends the request's time when it fires, instead of a clock. */
  readonly isOver?: AbortSignal;
}

const getImageEvent = (rawPath: string, rawQueryString = '') => ({
  ...{ rawPath, rawQueryString, headers: {} },
  requestContext: { requestId: randomBytes(4).toString('hex'), http: { method: 'GET' } },
});

export const card = (background = '#fff'): string => `export const options = { width: 64, height: 32, format: 'png' };
export default function Card({ title = 'Hello' }) {
  return <div style={{ width: '100%', height: '100%', background: '${background}', fontSize: 12 }}>{title}</div>;
}
`;

/** The same without a variable: there is nothing to try it with, so a model that writes it is asked once. */
export const stillCard = (background?: string): string =>
  card(background).replace(`{ title = 'Hello' }`, '').replace('{title}', 'Hello');

/** The time runs from the first look at it, as with the local runtime; without one there is none to look at. */
const getContext = (timeMs: number | undefined) => {
  if (timeMs === undefined) return {};
  let endsAt: number | undefined;
  return {
    getRemainingTimeInMillis: () => {
      endsAt ??= performance.now() + timeMs;
      return Math.max(0, endsAt - performance.now());
    },
  };
};

/** The response a streaming handler writes into, as Lambda's runtime gives it. */
class Response extends Writable {
  status = 0;
  headers: Readonly<Record<string, string>> = {};
  private readonly chunks: Buffer[] = [];

  writeHead(status: number, headers: Readonly<Record<string, string>>): this {
    this.status = status;
    this.headers = headers;
    return this;
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }
  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }
}

const getAnswer = (status: number, headers: Readonly<Record<string, string>>, bytes: Buffer): Answer => {
  const isJson = headers['Content-Type'] === 'application/json';
  return { status, headers, bytes, json: isJson ? JSON.parse(bytes.toString('utf8')) : undefined };
};

const streaming: readonly ApiRouteId[] = ['generateTemplates', 'reviseTemplate'];

/**
 * Starts the deployed handlers in this process, on a cloud whose every call can be made to fail.
 *
 * @param environment what handlers should see besides, such as a Bedrock emulator's address.
 * @param isFaulty whether calls go through the fault proxies, which takes them twice as long.
 */
export const startFaultyService = async (environment: Readonly<Record<string, string>> = {}, isFaulty = true) => {
  const cloud = await startFaultyCloud();
  Object.assign(process.env, !isFaulty && cloud.behind, environment);
  installLambdaGlobal();
  const handlers: Record<FunctionId, Handler> = await loadHandlers();
  const { store } = administration();

  const invoke = async (id: FunctionId, event: object, timeMs: number | undefined, isStreaming: boolean) => {
    if (!isStreaming) {
      const { statusCode, headers, body } = (await handlers[id](event, getContext(timeMs))) as {
        statusCode: number;
        headers: Record<string, string>;
        body: string;
      };
      return getAnswer(statusCode, headers, Buffer.from(body));
    }
    const response = new Response();
    await handlers[id](event, response, getContext(timeMs));
    return getAnswer(response.status, response.headers, response.bytes);
  };
  const call = (id: ApiRouteId, request: Request = {}): Promise<Answer> => {
    const { caller, body, path = {}, query = null, key, timeMs = 29_000, isOver } = request;
    const { method: httpMethod, path: resource } = routes[id];
    const event = {
      ...{ httpMethod, resource },
      headers: {
        ...(caller && { authorization: `Bearer ${caller.apiKey}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      isBase64Encoded: false,
      pathParameters: path,
      queryStringParameters: query,
      requestContext: { requestId: randomBytes(4).toString('hex') },
    };
    const isStreaming = streaming.includes(id);
    const run = (ms?: number) => invoke(functionOf[id], event, ms, isStreaming);
    return isOver ? withinBudget(isOver, () => run()) : run(timeMs);
  };

  return {
    cloud,
    store,
    call,
    image: (url: string, timeMs = 60_000) =>
      invoke('renderImage', getImageEvent('', new URL(url).search.slice(1)), timeMs, true),
    onDemand: (rawPath: string, timeMs = 120_000) => invoke('renderOnDemand', getImageEvent(rawPath), timeMs, true),
    siteImage: (rawPath: string, timeMs = 120_000) => invoke('renderSiteImage', getImageEvent(rawPath), timeMs, true),
    scheduled: (id: 'reportUsage' | 'resetQuotas' | 'rotateSigningKey', event: object, timeMs: number) =>
      handlers[id](event, getContext(timeMs)),
    async anAccount({ plan = 'scale', ...used }: Wanted = {}): Promise<Caller> {
      const { accountId } = await createAccount(store, runtime, { plan });
      if (Object.keys(used).length > 0) await setAccount(store, runtime, accountId, used);
      return { accountId, apiKey: (await createKey(store, runtime, accountId)).apiKey };
    },
    async aTemplate(caller: Caller, code = card()): Promise<string> {
      const { status, json } = await call('createTemplate', { caller, body: { name: 'Card', code } });
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
      return json.templateId;
    },
    async readUsage({ accountId }: Caller) {
      const { imageMints, aiGenerations } = await showAccount(store, runtime, accountId);
      return { mints: imageMints.used, generations: aiGenerations.used };
    },
    close: () => cloud.close(),
  };
};
export type FaultyService = Awaited<ReturnType<typeof startFaultyService>>;

/**
 * A service for the tests of one file: started before the first of them, without faults after each, and ended with its workers.
 *
 * @param answer what the model answers. @default no model is configured
 */
export const useFaultyService = ({
  answer,
  isFaulty,
}: {
  answer?: BedrockSettings['answer'];
  isFaulty?: boolean;
} = {}) => {
  const [service, bedrock] = [{} as FaultyService, {} as BedrockEmulator];
  beforeAll(async () => {
    if (answer) Object.assign(bedrock, await startBedrock({ answer }));
    const model = answer && { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url, BEDROCK_MODEL: 'local.model' };
    Object.assign(service, await startFaultyService(model, isFaulty));
  });
  afterEach(() => service.cloud.calm());
  afterAll(async () => {
    await closeWorkers();
    await service.close();
    await bedrock.close?.();
  });
  return { service, bedrock };
};
