import { billingPeriod } from '../../core/quota/billing-period.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { requestSignal } from '../../runtime/time-budget.ts';

/** Usage of months longer ago than this is deleted; counting never looks back further than one period. */
const cachedUsageDays = 400;
const dayMs = 86_400_000;

/**
 * Moves the visible period of every account on whose period is over, ends subscriptions that were canceled and whose paid
 * time is over, and deletes old usage. Counting does not depend on it: late, absent or run twice, it changes no count
 * (docs/architecture.md#quota).
 *
 * @param now the moment to reckon from.
 */
export const resetQuotas = async (
  ports: PortsOf<'resetQuotas'>,
  runtime: Runtime,
  now: Date,
): Promise<{ rolled: number; ended: number; failed: number }> => {
  const accounts = ports['accounts:roll'];
  const counts = { rolled: 0, ended: 0, failed: 0 };
  for await (const found of accounts.due(now)) {
    // whoever is left is found again by the next run
    if (requestSignal()?.aborted) break;
    try {
      if ('problem' in found) throw found.problem;
      const { record: account } = found;
      const { start, end } = billingPeriod(account.anchor, now);
      const isEnding = account.status === 'canceled';
      const change = isEnding ? { status: 'expired' as const } : { periodStart: start, periodEnd: end };
      if (await accounts.roll(account, change)) counts[isEnding ? 'ended' : 'rolled'] += 1;
      await accounts.clearUsage(account.accountId, new Date(now.getTime() - cachedUsageDays * dayMs));
    } catch (error) {
      // one account's trouble must not hold up the others; the schedule tries again within the hour
      counts.failed += 1;
      runtime.count({ ResetFailures: 1 });
      runtime.log('error', 'account not rolled', { accountId: found.id, cause: error });
    }
  }
  runtime.log('info', 'quotas reset', counts);
  return counts;
};
