import type { Json } from '../../contract/schemas/mint.ts';

/** Returns the seed of `Math.random()`: the same render plan with the same variables gives the same image. */
export const createEvaluationSeed = (renderPlanHash: string, given: Readonly<Record<string, Json>>): string =>
  `${renderPlanHash} ${JSON.stringify(given)}`;
