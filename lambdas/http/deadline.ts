import { setMaxListeners } from 'node:events';
import { withinBudget } from 'image-url-engine/time-budget.ts';

/** Milliseconds at the end of an invocation reserved for cleanup after a timeout. */
const cleanupMs = 2_000;
/** Part of `cleanupMs` reserved for sending the error response. */
const answerMs = 500;

/** Middy settings that make the chain fail shortly before the function's timeout, so that it can still respond. */
export const answersInTime = {
  timeoutEarlyInMillis: answerMs,
  timeoutEarlyResponse: (): never => {
    throw new Error('The function ran out of time.');
  },
};

/** A Lambda handler. The type of the event depends on the service that invokes the function. */
export type LambdaHandler = (event: unknown, context: unknown) => Promise<unknown>;

interface Invocation {
  readonly getRemainingTimeInMillis?: () => number;
}

/** Wraps a handler with a time budget: 2 s before the function's timeout, AWS calls in progress are aborted. */
export const inTime = <H extends (...call: never[]) => Promise<unknown>>(handler: H): H => {
  const timed = async (...call: never[]): Promise<unknown> => {
    // second or third argument, depending on whether the handler streams; a callback may follow
    const remainingMs = (call as (Invocation | undefined)[])
      .find((one) => one?.getRemainingTimeInMillis)
      ?.getRemainingTimeInMillis?.();
    if (remainingMs === undefined) return handler(...call);
    const budget = new AbortController();
    // one request may have more calls in progress than Node's limit of listeners
    setMaxListeners(0, budget.signal);
    const timer = setTimeout(() => budget.abort(), Math.max(0, remainingMs - cleanupMs));
    try {
      return await withinBudget(budget.signal, () => handler(...call));
    } finally {
      clearTimeout(timer);
    }
  };
  // copies the property by which the runtime recognises a streaming handler
  return Object.assign(timed, handler) as unknown as H;
};
