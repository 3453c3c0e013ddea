import { limits } from 'image-url-contract/limits.ts';
import { type BillingPeriod, getBillingPeriod } from '../domain/quota/billing-period.ts';
import { getAllowance } from '../domain/quota/plans.ts';
import type { Ports } from '../ports/ports.ts';
import type { SentUsageEvent } from '../ports/records.ts';
import type { Answer, UseCase } from '../ports/use-case.ts';

/**
 * Returns used, limit and remaining units. After a downgrade `used` may exceed `limit`; `remaining` is then 0. Without
 * a limit, `limit` and `remaining` are null.
 */
const getCount = (used: number, limit: number | null) => ({
  used,
  limit,
  remaining: limit === null ? null : Math.max(0, limit - used),
});

/** Returns sent events whose period ends in the month or with it, latest first, up to `limits.usageEvents`. */
const getEvents = async (
  ports: Pick<Ports, 'usageEvents:list'>,
  accountId: string,
  { start, end }: BillingPeriod,
): Promise<Answer<'getUsage'>['events']> => {
  const events: SentUsageEvent[] = [];
  for await (const event of ports['usageEvents:list'].sent(accountId, { after: start, until: end }))
    if (events.push(event) === limits.usageEvents) break;
  const latestFirst = events.toSorted(
    (a, b) => +b.periodEnd - +a.periodEnd || +b.sentAt - +a.sentAt || b.threshold - a.threshold,
  );
  return latestFirst.map(({ what, keyId, threshold, used, limit, periodEnd, sentAt }) => ({
    ...{ what, ...(keyId !== undefined && { keyId }), threshold, used, limit },
    ...{ periodEnd: periodEnd.toISOString(), sentAt: sentAt.toISOString() },
  }));
};

/** Returns the caller's usage in the current billing month. */
export const getUsage: UseCase<'getUsage'> = async (ports, runtime, { caller }) => {
  const { accountId, plan, status, anchor } = caller;
  const period = getBillingPeriod(anchor, runtime.now());
  const allowance = getAllowance(plan, runtime.plans);
  const [used, events] = await Promise.all([
    ports['usage:read'].find(accountId, period),
    getEvents(ports, accountId, period),
  ]);
  return {
    plan,
    status,
    period: { start: period.start.toISOString(), end: period.end.toISOString() },
    imageMints: getCount(used.mints, allowance.mints),
    aiGenerations: getCount(used.generations, allowance.generations),
    events,
  };
};
