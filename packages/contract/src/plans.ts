import * as z from 'zod';
import { limits } from './limits.ts';

const most = 1_000_000_000;
/** Units of one kind in a month; null for no limit. */
const units = z.int().min(0).max(most).nullable();

const mostPlans = 20;
/** The plans are in an environment variable, and Lambda allows 4 KB for all variables of a function. */
const mostCharacters = 2_000;

const ownPlan = z.strictObject({
  mints: units,
  generations: units,
  /** Omitted fields are those of the plan it replaces, or of `scale`. */
  templates: z.int().min(1).max(most).optional(),
  /** Per month. */
  storedBytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  revocations: z.int().min(1).max(limits.revocations).optional(),
});

/** Custom plans of a stage, which extend or replace the four default plans. */
export const customPlans = z
  .record(
    z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'a plan is named by 1 to 32 lower-case letters, digits and hyphens'),
    ownPlan,
  )
  .refine((plans) => Object.keys(plans).length <= mostPlans, `at most ${mostPlans} plans`)
  .refine(
    (plans) => JSON.stringify(plans).length <= mostCharacters,
    `at most ${mostCharacters} characters as JSON; leave out what is that of scale`,
  );

/** Returns the name of the first plan without any limit; undefined if there is none. */
export const firstUnlimited = (
  plans: Readonly<Record<string, { readonly mints: number | null; readonly generations: number | null }>>,
): string | undefined =>
  Object.entries(plans).find(([, { mints, generations }]) => mints === null && generations === null)?.[0];
