import * as z from 'zod';
import { imageFormats } from '../../../contract/image-formats.ts';
import { engineName } from '../../../contract/schemas/render.ts';
import { pinnedFamily } from '../../rendering/fonts/pinned-family.ts';
import type { RenderPlan } from './render-plan.ts';

const renderPlanVariable = z.object({ name: z.string(), required: z.boolean(), defaultValue: z.json().optional() });

const templateOptions = z.object({
  width: z.int().optional(),
  height: z.int().optional(),
  format: z.enum(imageFormats).optional(),
  quality: z.number().optional(),
  devicePixelRatio: z.number().optional(),
  engine: engineName,
  fontFamily: z.string().optional(),
  sizes: z.array(z.object({ name: z.string(), width: z.int(), height: z.int() })).optional(),
});

/** Parts of a render plan that template records repeat. */
export const renderPlanFacts = {
  variables: z.array(renderPlanVariable),
  seesAll: z.boolean(),
  options: templateOptions,
};

const storedRenderPlan = z.object({
  formatVersion: z.literal(1),
  script: z.string(),
  ...renderPlanFacts,
  pinned: z.array(pinnedFamily).optional(),
  seed: z.string().optional(),
});

/** Serialises a render plan as it is stored and hashed. */
export const packRenderPlan = (renderPlan: RenderPlan): string => JSON.stringify(renderPlan);

/** Parses a stored render plan; undefined if the text is invalid or has an unknown format. */
export const unpackRenderPlan = (text: string): RenderPlan | undefined => {
  try {
    return storedRenderPlan.parse(JSON.parse(text)) as RenderPlan;
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
    throw error;
  }
};
