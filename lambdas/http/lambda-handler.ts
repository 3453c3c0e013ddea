import { inTime } from './deadline.ts';

/** A handler as Lambda calls it; what the event is depends on what calls the function. */
export type LambdaHandler = (event: unknown, context: unknown) => Promise<unknown>;

/**
 * A middleware chain as what Lambda calls, with the time its function has. The chain's own type is narrower: it names the one
 * kind of event that its function is called with.
 */
export const lambdaHandler = (chain: unknown): LambdaHandler => inTime(chain as LambdaHandler);
