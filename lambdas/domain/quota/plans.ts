import { firstUnlimited } from 'image-url-contract/plans.ts';

/** Limits of a plan. `mints`, `generations` and `storedBytes` are per month; null is unlimited. */
export interface Allowance {
  readonly mints: number | null;
  readonly generations: number | null;
  readonly templates: number;
  readonly storedBytes: number;
  readonly revocations: number;
}
/** A plan in the settings of a stage. @default the values of the plan that it replaces, or of `scale` */
export type PlanSetting = Pick<Allowance, 'mints' | 'generations'> & {
  readonly [L in keyof Allowance]?: Allowance[L] | undefined;
};
export type Plans = Readonly<Record<string, PlanSetting>>;

/** The plans of every stage, unless its settings replace them (docs/interface.md#plans). */
export const plans = {
  free: { mints: 50, generations: 0, templates: 500, storedBytes: 250_000_000, revocations: 100 },
  starter: { mints: 500, generations: 50, templates: 5_000, storedBytes: 2_000_000_000, revocations: 1_000 },
  pro: { mints: 2_500, generations: 250, templates: 10_000, storedBytes: 5_000_000_000, revocations: 1_000 },
  scale: { mints: 10_000, generations: 1_000, templates: 20_000, storedBytes: 20_000_000_000, revocations: 1_000 },
} as const satisfies Readonly<Record<string, Allowance>>;

export type PlanName = keyof typeof plans;

/** Returns all plans of a stage. @param own plans that the stage adds or replaces. */
export const mergePlans = (own: Plans = {}): Plans => ({ ...plans, ...own });

/** Returns the limits of a plan. @throws if the stage no longer has the plan. */
export const getAllowance = (plan: string, own?: Plans): Allowance => {
  const all = mergePlans(own);
  const found = Object.hasOwn(all, plan) ? all[plan] : undefined;
  if (!found) throw new Error(`The stage has no plan ${plan}.`);
  const replaced: Allowance = Object.hasOwn(plans, plan) ? plans[plan as PlanName] : plans.scale;
  const { templates = replaced.templates, storedBytes = replaced.storedBytes } = found;
  const { mints, generations, revocations = replaced.revocations } = found;
  return { mints, generations, templates, storedBytes, revocations };
};

/** Returns the first plan without any limit; undefined if there is none. */
export const createUnlimitedPlan = (own?: Plans): string | undefined => firstUnlimited(mergePlans(own));

/** Returns a limit as a number: `Number.MAX_SAFE_INTEGER` for unlimited. */
export const toFiniteLimit = (limit: number | null): number => limit ?? Number.MAX_SAFE_INTEGER;
