import { dayMs } from 'image-url-contract/days.ts';
import type { BillingPeriod } from './billing-period.ts';
import { usageRetentionDays } from './usage-retention.ts';

/** The plan of an account, and those that it had before, the oldest first. */
export interface PlanHistory {
  readonly plan: string;
  readonly earlierPlans?: readonly { readonly plan: string; readonly until: Date }[] | undefined;
}

/** Returns the history after a change of the plan; unchanged for the plan that the account has. */
export const changePlan = ({ plan, earlierPlans = [] }: PlanHistory, to: string, now: Date): PlanHistory => {
  if (plan === to) return { plan, earlierPlans };
  const oldest = new Date(now.getTime() - usageRetentionDays * dayMs);
  return { plan: to, earlierPlans: [...earlierPlans.filter(({ until }) => until > oldest), { plan, until: now }] };
};

/**
 * Returns the plans that an account had in a billing month, in order; `until` is absent for the one that it had at the
 * end of it.
 */
export const getPlansIn = (
  { plan, earlierPlans = [] }: PlanHistory,
  { start, end }: BillingPeriod,
): readonly { readonly plan: string; readonly until?: Date }[] => {
  const ended = earlierPlans.filter(({ until }) => until > start && until < end);
  const later = earlierPlans.find(({ until }) => until >= end);
  return [...ended, { plan: later?.plan ?? plan }];
};
