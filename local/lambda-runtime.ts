import type { ServerResponse } from 'node:http';
import { type Adapters, type AdaptersOf, connect } from '../lambdas/aws/connect.ts';
import { type FunctionId, functions, getHandlerIds, type HandlerId } from '../lambdas/config/functions.ts';
import { dispatch } from '../lambdas/http/dispatch.ts';
import type { PortsOf } from '../lambdas/ports/ports.ts';
import { asFunction, guardCalls } from './granted-calls.ts';

/** A deployed handler as Lambda calls it; a streaming one writes its response to a stream. */
export type Handler = (event: unknown, second: unknown, third?: unknown) => Promise<unknown>;

/** Status and headers of a streamed response, set before its first byte. */
export interface StreamHead {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
}

/**
 * Defines the `awslambda` global of the Lambda runtime for response streaming: the response stream is Node's own
 * response, which gets status and headers before its first byte. Must be called before a handler is loaded.
 */
export const installLambdaGlobal = (): void => {
  Object.assign(globalThis, {
    awslambda: {
      streamifyResponse: <H>(handler: H): H => handler,
      HttpResponseStream: {
        from: (response: ServerResponse, { statusCode, headers }: StreamHead) =>
          response.writeHead(statusCode, headers),
      },
    },
  });
};

/** Lambda's refusal of an invocation for which no execution is left. API Gateway makes a 500 of it, a function URL a 429. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequestsException';
}

/** Returns handlers of which each refuses what exceeds its reserved concurrency. @throws TooManyRequests when called */
export const limitConcurrency = <F extends string>(
  handlers: Readonly<Record<F, Handler>>,
  reserved: Readonly<Partial<Record<F, number>>>,
): Record<F, Handler> => {
  const limit = (handler: Handler, most: number): Handler => {
    let running = 0;
    return async (...call) => {
      if (running >= most) throw new TooManyRequests('Rate exceeded');
      running += 1;
      try {
        return await handler(...call);
      } finally {
        running -= 1;
      }
    };
  };
  const entries = (Object.entries(handlers) as [F, Handler][]).map(([id, handler]): [F, Handler] => {
    const most: number | undefined = reserved[id];
    return [id, most === undefined ? handler : limit(handler, most)];
  });
  return Object.fromEntries(entries) as Record<F, Handler>;
};

const underWay = new Set<Promise<unknown>>();

/** Resolves when no invocation is under way: a function may work on after its answer. */
export const settleInvocations = async (): Promise<void> => {
  while (underWay.size > 0) await Promise.allSettled(underWay);
};

/**
 * Loads the deployed handlers, each with the permissions of its row; all environment variables must be set. A missing
 * handler or adapter does not compile.
 */
export const loadHandlers = async (): Promise<Record<FunctionId, Handler>> => {
  guardCalls();
  await import('../lambdas/runtime/warm-render-worker.ts');
  await import('../lambdas/runtime/warm-sandbox.ts');
  const adapters: Adapters = await import('../lambdas/aws/adapters.ts');
  const makers: { readonly [H in HandlerId]: (ports: PortsOf<H>) => unknown } = await import(
    '../lambdas/handlers/handlers.ts'
  );
  const getHandler = <F extends FunctionId>(id: F): Handler => {
    const ports = connect(id, adapters as AdaptersOf<F>);
    const made = getHandlerIds(id).map((one) => [one, (makers[one] as (of: unknown) => Handler)(ports)] as const);
    const [[, only] = []] = made;
    const handler = made.length > 1 || !only ? (dispatch(Object.fromEntries(made)) as Handler) : only;
    return (...call) => {
      const invocation = asFunction(id, () => handler(...call));
      underWay.add(invocation);
      const end = () => underWay.delete(invocation);
      invocation.then(end, end);
      return invocation;
    };
  };
  const ids = Object.keys(functions) as FunctionId[];
  return Object.fromEntries(ids.map((id) => [id, getHandler(id)])) as Record<FunctionId, Handler>;
};

/** A function in Lambda has its own processor; here all share one machine. */
const timeoutFactor = 10;

/** Returns the context that Lambda passes to a handler for one invocation. */
export const getContext = (id: FunctionId, requestId: string) => {
  let endsAt: number | undefined;
  return {
    awsRequestId: requestId,
    functionName: id,
    memoryLimitInMB: String(functions[id].memoryMib),
    getRemainingTimeInMillis: () => {
      endsAt ??= performance.now() + timeoutFactor * functions[id].timeoutSeconds * 1000;
      return Math.max(0, endsAt - performance.now());
    },
  };
};
