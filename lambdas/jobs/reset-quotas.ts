import { dayMs } from 'image-url-contract/days.ts';
import { requestSignal } from 'image-url-engine/workers.ts';
import { getBillingPeriod } from '../domain/quota/billing-period.ts';
import { usageRetentionDays } from '../domain/quota/usage-retention.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

/**
 * Advances the visible billing period of every account whose period has ended, expires canceled subscriptions whose
 * paid period has ended, and deletes old usage. Counting does not depend on it: a late, missing or repeated run changes
 * no count (docs/architecture.md#quota).
 *
 * @param now the current time
 * @returns the number of accounts that were advanced, expired, or failed
 */
export const resetQuotas = async (
  ports: PortsOf<'resetQuotas'>,
  runtime: Runtime,
  now: Date,
): Promise<{ rolled: number; ended: number; failed: number }> => {
  const accounts = ports['accounts:roll'];
  const counts = { rolled: 0, ended: 0, failed: 0 };
  for await (const found of accounts.due(now)) {
    // the next run finds the remaining accounts
    if (requestSignal()?.aborted) break;
    try {
      if ('problem' in found) throw found.problem;
      const { record: account } = found;
      const { start, end } = getBillingPeriod(account.anchor, now);
      const isEnding = account.status === 'canceled';
      const change = isEnding ? { status: 'expired' as const } : { periodStart: start, periodEnd: end };
      if (await accounts.roll(account, change)) counts[isEnding ? 'ended' : 'rolled'] += 1;
      await accounts.clearUsage(account.accountId, new Date(now.getTime() - usageRetentionDays * dayMs));
    } catch (error) {
      // a failing account must not block the others; the schedule runs again within the hour
      counts.failed += 1;
      runtime.count({ ResetFailures: 1 });
      runtime.log('error', 'account not rolled', { accountId: found.id, cause: error });
    }
  }
  runtime.log('info', 'quotas reset', counts);
  return counts;
};
