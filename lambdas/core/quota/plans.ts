/**
 * What each plan includes (docs/interface.md#plans): `mints`, `generations` and `storedBytes` per month, `templates` and
 * `revocations` at a time.
 */
export const plans = {
  free: { mints: 50, generations: 0, templates: 500, storedBytes: 250_000_000, revocations: 100 },
  starter: { mints: 500, generations: 50, templates: 5_000, storedBytes: 2_000_000_000, revocations: 1_000 },
  pro: { mints: 2_500, generations: 250, templates: 10_000, storedBytes: 5_000_000_000, revocations: 1_000 },
  scale: { mints: 10_000, generations: 1_000, templates: 20_000, storedBytes: 20_000_000_000, revocations: 1_000 },
} as const;

export type PlanName = keyof typeof plans;
export const planNames = Object.keys(plans) as PlanName[];

/** Whether AI generation is part of the plan at all. */
export const isPaid = (plan: PlanName): boolean => plans[plan].generations > 0;
