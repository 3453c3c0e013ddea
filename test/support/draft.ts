import { readSource } from '#engine/isolation/sandbox/evaluate.ts';
import type { CpuBudget } from '#engine/isolation/worker/cpu-budget.ts';

/** Returns a source's draft, or why it has none. */
export const draft = async (source: string, budget?: CpuBudget) => {
  const reading = await readSource(source, 0, budget);
  return reading.ok ? reading.draft : reading;
};
