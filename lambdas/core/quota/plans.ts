/** What each plan includes per month (docs/interface.md#plans). */
export const plans = {
  free: { mints: 50, generations: 0 },
  starter: { mints: 500, generations: 50 },
  pro: { mints: 2_500, generations: 250 },
  scale: { mints: 10_000, generations: 1_000 },
} as const;

export type PlanName = keyof typeof plans;
export const planNames = Object.keys(plans) as PlanName[];

/** Whether AI generation is part of the plan at all. */
export const isPaid = (plan: PlanName): boolean => plans[plan].generations > 0;
