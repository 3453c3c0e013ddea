/** What a plan includes per month; null for as many units as anybody wants. */
export interface Allowance {
  readonly mints: number | null;
  readonly generations: number | null;
}
export type Plans = Readonly<Record<string, Allowance>>;

/** The plans every stage has, unless it says otherwise (docs/interface.md#plans). */
export const plans = {
  free: { mints: 50, generations: 0 },
  starter: { mints: 500, generations: 50 },
  pro: { mints: 2_500, generations: 250 },
  scale: { mints: 10_000, generations: 1_000 },
} as const satisfies Plans;

export type PlanName = keyof typeof plans;

/** All plans of a stage. @param own those it adds or puts in the place of another. */
export const plansWith = (own: Plans = {}): Plans => ({ ...plans, ...own });

/** What a plan includes. @throws when the stage has no such plan any more. */
export const allowanceOf = (plan: string, own?: Plans): Allowance => {
  const all = plansWith(own);
  const found = Object.hasOwn(all, plan) ? all[plan] : undefined;
  if (!found) throw new Error(`The stage has no plan ${plan}.`);
  return found;
};

/** The first plan without any limit; undefined where the stage has none. */
export const unlimitedPlan = (own?: Plans): string | undefined =>
  Object.entries(plansWith(own)).find(([, { mints, generations }]) => mints === null && generations === null)?.[0];

/** A limit as counting takes it: more units than that are never consumed. */
export const countable = (limit: number | null): number => limit ?? Number.MAX_SAFE_INTEGER;
