import type { UsageResponse } from '../../contract/schemas/usage.ts';
import { billingPeriod } from '../../core/quota/billing-period.ts';
import { getAllowance } from '../../core/quota/plans.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** Fewer may be left than none: an account that went to a smaller plan. Without a limit nothing is said of what is left. */
const getCount = (used: number, limit: number | null) => ({
  used,
  limit,
  remaining: limit === null ? null : Math.max(0, limit - used),
});

/** Tells what the caller has used of the month that is counted at this moment. */
export const getUsage = async (
  ports: Pick<PortsOf<'getUsage'>, 'usage:read'>,
  runtime: Runtime,
  { accountId, plan, status, anchor }: AccountRecord,
): Promise<UsageResponse> => {
  const period = billingPeriod(anchor, runtime.now());
  const allowance = getAllowance(plan, runtime.plans);
  const used = await ports['usage:read'].find(accountId, period);
  return {
    plan,
    status,
    period: { start: period.start.toISOString(), end: period.end.toISOString() },
    imageMints: getCount(used.mints, allowance.mints),
    aiGenerations: getCount(used.generations, allowance.generations),
  };
};
