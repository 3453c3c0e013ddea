import type { Json } from '../../contract/schemas/mint.ts';

/** Seeds the chance of a template: the same render plan with the same variables makes the same image. */
export const evaluationSeed = (renderPlanHash: string, given: Readonly<Record<string, Json>>): string =>
  `${renderPlanHash} ${JSON.stringify(given)}`;
