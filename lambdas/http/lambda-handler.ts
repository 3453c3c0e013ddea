import { inTime } from './deadline.ts';

/** A Lambda handler. The type of the event depends on the service that invokes the function. */
export type LambdaHandler = (event: unknown, context: unknown) => Promise<unknown>;

/**
 * Converts a middleware chain to a Lambda handler with a time budget. `chain` is unknown because its own type accepts
 * only one kind of event.
 */
export const lambdaHandler = (chain: unknown): LambdaHandler => inTime(chain as LambdaHandler);
