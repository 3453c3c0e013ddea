import type { Json } from '../contract/schemas/mint.ts';

/** Seeds the chance of a template: the same plan with the same variables makes the same picture. */
export const evaluationSeed = (planHash: string, given: Readonly<Record<string, Json>>): string =>
  `${planHash} ${JSON.stringify(given)}`;
