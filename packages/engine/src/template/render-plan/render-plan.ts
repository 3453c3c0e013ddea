import * as z from 'zod';
import type { Json } from '../../json.ts';
import { pinnedFamily } from '../../rendering/fonts/pinned-family.ts';
import type { PinnedFamily } from '../../rendering/fonts/typography.ts';
import { type StoredOptions, templateOptions } from '../../rendering/template-options.ts';

/** A template variable as minting needs it. */
export interface RenderPlanVariable {
  readonly name: string;
  /** Whether a mint without it is rejected. */
  readonly required: boolean;
  /** Absent if there is no default. */
  readonly defaultValue?: Json;
}

/** A compiled template. Stored as JSON under the hash of its bytes; immutable. */
export interface RenderPlan {
  readonly formatVersion: 1;
  /** A classic script for the sandbox, with the line numbers of the template. */
  readonly script: string;
  readonly variables: readonly RenderPlanVariable[];
  /** Whether the template can read variables that it does not name, through a rest element or its props as a whole. */
  readonly seesAll: boolean;
  readonly options: StoredOptions;
  /** Families outside the core that it may use, as found when it was saved. @default none */
  readonly pinned?: readonly PinnedFamily[];
  /** SHA-256 of the plan without `pinned`, in hex: the seed of random numbers. Present if `pinned` is. */
  readonly seed?: string;
}

/** Returns the default of a variable for API responses: JSON if it is not text, '' if there is none. */
export const toDefaultText = ({ defaultValue }: RenderPlanVariable): string => {
  if (defaultValue === undefined) return '';
  return typeof defaultValue === 'string' ? defaultValue : JSON.stringify(defaultValue);
};

const renderPlanVariable = z.object({ name: z.string(), required: z.boolean(), defaultValue: z.json().optional() });

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
