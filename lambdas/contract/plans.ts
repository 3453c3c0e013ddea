import * as z from 'zod';

/** Units of one kind in a month; null for as many as anybody wants. */
const units = z.int().min(0).max(1_000_000_000).nullable();

/** Most plans of a stage's own: they travel in an environment variable of its functions. */
const mostPlans = 20;

/** Plans that a stage adds to the four every stage has, or puts in the place of one of them. */
export const ownPlans = z
  .record(
    z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'a plan is named by 1 to 32 lower-case letters, digits and hyphens'),
    z.strictObject({ mints: units, generations: units }),
  )
  .refine((plans) => Object.keys(plans).length <= mostPlans, `at most ${mostPlans} plans`);
