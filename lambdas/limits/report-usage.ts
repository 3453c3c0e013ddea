import { dayMs } from 'image-url-contract/days.ts';
import { limits } from 'image-url-contract/limits.ts';
import { usageThresholds } from 'image-url-contract/schemas/usage.ts';
import { getBillingPeriod } from '../domain/quota/billing-period.ts';
import { getAllowance } from '../domain/quota/plans.ts';
import { getUsageEvents, type LimitUse, type UsageEvent } from '../domain/quota/thresholds.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';

type ReportPorts = PortsOf<'reportUsage'>;

export interface ChangedCount {
  readonly accountId: string;
  /** A moment of the counter's billing month, in ISO 8601. */
  readonly start: string;
}

/** Returns the usage of an account, its API keys and its signing keys, with their limits. */
const getUses = async (
  ports: ReportPorts,
  runtime: Pick<Runtime, 'plans'>,
  { accountId, plan, anchor }: AccountRecord,
  start: Date,
): Promise<LimitUse[]> => {
  const period = getBillingPeriod(anchor, start);
  const { mints, generations, keys: used, hasDays, lastDay } = await ports['usage:read'].find(accountId, period);
  const allowance = getAllowance(plan, runtime.plans);
  const month = { accountId, periodEnd: period.end };
  const keys = used.size > 0 ? await ports['keys:list'].of(accountId) : [];
  const signingKeys = hasDays ? await ports['signingKeys:read'].of(accountId) : [];
  return [
    { ...month, what: 'mints', used: mints, limit: allowance.mints },
    { ...month, what: 'generations', used: generations, limit: allowance.generations },
    ...keys.map(({ key: { keyId, monthlyMints: limit = null } }) => {
      return { ...month, what: 'monthlyMints', keyId, used: used.get(keyId) ?? 0, limit } as const;
    }),
    ...signingKeys.flatMap(({ signingKeyId: keyId, dailyRenders: limit = null }): LimitUse[] => {
      const last = lastDay(keyId);
      if (!last) return [];
      const periodEnd = new Date(last.day.getTime() + dayMs);
      return [{ accountId, what: 'dailyRenders', keyId, used: last.used, limit, periodEnd }];
    }),
  ];
};

/** Maximum number of key events per account and period, for an account that keeps creating keys. */
const mostKeyEvents = usageThresholds.length * limits.keys;

/** Returns the events to send: those not sent yet, up to the maximum for keys. */
const getDue = (reached: readonly UsageEvent[], sent: readonly UsageEvent[]): readonly UsageEvent[] => {
  const ids = new Set(sent.map(({ id }) => id));
  const due = reached.filter(({ id }) => !ids.has(id));
  const left = mostKeyEvents - sent.filter(({ keyId }) => keyId !== undefined).length;
  return [
    ...due.filter(({ keyId }) => keyId === undefined),
    ...due.filter(({ keyId }) => keyId !== undefined).slice(0, Math.max(0, left)),
  ];
};

/** Sends the events of a counter's thresholds that were not sent before. */
const reportCount = async (ports: ReportPorts, runtime: Runtime, { accountId, start }: ChangedCount): Promise<void> => {
  const account = await ports['accounts:read'].find(accountId);
  if (!account || account.deletingSince) return;
  const uses = await getUses(ports, runtime, account, new Date(start));
  // a stream holds changes for a day: older ones come from a restored table
  const oldest = runtime.now().getTime() - dayMs;
  const reached = uses.filter(({ periodEnd }) => periodEnd.getTime() >= oldest).flatMap(getUsageEvents);
  if (reached.length === 0) return;
  const ends = reached.map(({ periodEnd }) => periodEnd.getTime());
  const sent = ports['usageEvents:list'].sent(accountId, {
    after: new Date(Math.min(...ends) - 1),
    until: new Date(Math.max(...ends)),
  });
  const events = getDue(reached, await Array.fromAsync(sent));
  if (events.length === 0) return;
  await ports['usageEvents:send'].send(events, runtime.now());
  runtime.count({ UsageEvents: events.length });
  for (const { id: eventId, what, keyId, threshold, used, limit } of events)
    runtime.log('info', 'usage event sent', { accountId, eventId, what, keyId, threshold, used, limit });
};

/**
 * Sends usage events when counters reach 80% and 100% of their limit. It reads current counters, so a call that is
 * late, repeated or for several changes sends the same events.
 *
 * @throws AggregateError when some counters could not be reported; the call can be repeated
 */
export const reportUsage = async (
  ports: ReportPorts,
  runtime: Runtime,
  changed: readonly ChangedCount[],
): Promise<void> => {
  const counts = new Map(changed.map((count) => [`${count.accountId} ${count.start}`, count]));
  const results = await Promise.allSettled([...counts.values()].map((count) => reportCount(ports, runtime, count)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const cause of failures) runtime.log('error', 'usage not reported', { cause });
  if (failures.length > 0) throw new AggregateError(failures, 'Usage of some accounts could not be reported.');
};
