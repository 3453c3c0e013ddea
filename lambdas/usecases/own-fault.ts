import { ServiceError } from '../contract/errors.ts';
import { DrawFailure } from '../isolation/draw/failure.ts';
import { pictureTimeMs } from '../isolation/draw/pool.ts';

const failureOf = (error: unknown): DrawFailure | undefined =>
  error instanceof ServiceError && error.cause instanceof DrawFailure ? error.cause : undefined;

/** Milliseconds of processor time that a drawing took which failed like this. */
export const spentMs = (error: unknown): number => failureOf(error)?.spentMs ?? 0;

/**
 * Whether a picture cannot be drawn for what it is. What else there is passes: no process, no time, no storage; nor is it its
 * own that others kept it from the processor, until its drawings together have had as much of that as one may take.
 *
 * @param spentBeforeMs processor time of drawings before that others kept from coming to their end.
 */
export const isOwnFault = (error: unknown, spentBeforeMs: number): boolean => {
  const how = failureOf(error)?.how;
  if (how === 'clock') return spentBeforeMs + spentMs(error) >= pictureTimeMs;
  return how !== undefined && how !== 'waiting';
};
