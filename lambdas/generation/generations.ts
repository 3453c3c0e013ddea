import { fail } from 'image-url-contract/errors.ts';
import type { GenerationProgress } from 'image-url-contract/schemas/generate.ts';
import type { GenerationRecord } from '../ports/generations.ts';
import type { UseCase } from '../ports/use-case.ts';

/** @throws GENERATION_NOT_FOUND */
const toProgress = (generationId: string, record: GenerationRecord | undefined, now: Date): GenerationProgress => {
  if (!record) throw fail('GENERATION_NOT_FOUND');
  const { items, endsAt, canceledAt } = record;
  // a function that was ended from outside writes no end
  const isRunning = endsAt > now.getTime();
  return { generationId, status: isRunning ? (canceledAt === undefined ? 'running' : 'canceling') : 'ended', items };
};

/** @throws GENERATION_NOT_FOUND */
export const getGeneration: UseCase<'getGeneration'> = async (ports, runtime, { caller, path: { generationId } }) => {
  const now = runtime.now();
  const ref = { accountId: caller.accountId, generationId };
  return toProgress(generationId, await ports['generationProgress:read'].find(ref, now), now);
};

/**
 * Cancels what is not being saved yet. The function that runs notices it within two seconds.
 *
 * @throws GENERATION_NOT_FOUND
 */
export const cancelGeneration: UseCase<'cancelGeneration'> = async (
  ports,
  runtime,
  { caller, path: { generationId } },
) => {
  const now = runtime.now();
  const ref = { accountId: caller.accountId, generationId };
  return toProgress(generationId, await ports['generationProgress:cancel'].cancel(ref, now), now);
};
