import { readSource } from '../../lambdas/isolation/sandbox/evaluate.ts';
import type { CpuBudget } from '../../lambdas/isolation/worker/cpu-budget.ts';

/** Returns a source's draft, or why it has none. */
export const draft = async (source: string, budget?: CpuBudget) => {
  const reading = await readSource(source, 0, budget);
  return reading.ok ? reading.draft : reading;
};
