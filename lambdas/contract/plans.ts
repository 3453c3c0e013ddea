import * as z from 'zod';
import { limits } from './limits.ts';

const most = 1_000_000_000;
/** Units of one kind in a month; null for a plan without a limit. */
const units = z.int().min(0).max(most).nullable();

const mostPlans = 20;
/** They travel in an environment variable of each function, and Lambda allows 4 KB for all of them. */
const mostCharacters = 2_000;

const ownPlan = z.strictObject({
  mints: units,
  generations: units,
  /** What these leave out is that of the plan it replaces, or of `scale`. */
  templates: z.int().min(1).max(most).optional(),
  /** Of a month. */
  storedBytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  revocations: z.int().min(1).max(limits.revocations).optional(),
});

/** Custom plans of a stage, which extend or replace the four default plans. */
export const ownPlans = z
  .record(
    z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'a plan is named by 1 to 32 lower-case letters, digits and hyphens'),
    ownPlan,
  )
  .refine((plans) => Object.keys(plans).length <= mostPlans, `at most ${mostPlans} plans`)
  .refine(
    (plans) => JSON.stringify(plans).length <= mostCharacters,
    `at most ${mostCharacters} characters as JSON; leave out what is that of scale`,
  );

/** The name of the first of some plans without any limit; undefined where there is none. */
export const firstUnlimited = (
  plans: Readonly<Record<string, { readonly mints: number | null; readonly generations: number | null }>>,
): string | undefined =>
  Object.entries(plans).find(([, { mints, generations }]) => mints === null && generations === null)?.[0];
