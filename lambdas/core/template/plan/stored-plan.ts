import * as z from 'zod';
import { imageFormats } from '../../../contract/schemas/render.ts';
import type { Plan } from './plan.ts';

const planVariable = z.object({ name: z.string(), required: z.boolean(), defaultValue: z.json().optional() });

const templateOptions = z.object({
  width: z.int().optional(),
  height: z.int().optional(),
  format: z.enum(imageFormats).optional(),
  quality: z.number().optional(),
  devicePixelRatio: z.number().optional(),
});

/** Parts of a plan that template records repeat. */
export const planFacts = {
  variables: z.array(planVariable),
  seesAll: z.boolean(),
  options: templateOptions,
};

const storedPlan = z.object({ formatVersion: z.literal(1), script: z.string(), ...planFacts });

/** A plan as the bytes that are stored and hashed. */
export const packPlan = (plan: Plan): string => JSON.stringify(plan);

/** Reads a stored plan; undefined for text that is none, or one of a format this version does not know. */
export const unpackPlan = (text: string): Plan | undefined => {
  try {
    return storedPlan.parse(JSON.parse(text)) as Plan;
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
    throw error;
  }
};
