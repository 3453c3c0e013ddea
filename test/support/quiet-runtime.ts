import { randomBytes } from 'node:crypto';
import type { Runtime } from '../../lambdas/ports/runtime.ts';

/** A runtime that tells nobody anything, on a clock of the test's. */
export const quietRuntime = (now: () => Date): Runtime => ({
  defaultEngine: 'satori',
  now,
  randomBytes: (count) => randomBytes(count),
  log: () => undefined,
  count: () => undefined,
  beginAct: async () => undefined,
  answerAgain: () => undefined,
  writeQuotaHeaders: () => undefined,
});
