import { dayMs } from 'image-url-contract/days.ts';
import { type AuditEntry, auditDays, getOutcome } from '../lambdas/domain/records/audit-records.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { AdminError } from './administer-accounts.ts';
import type { AdminStore } from './store.ts';

/** Partition of entries that are about no account, such as published starters; no account id contains a space. */
export const serviceAudit = 'the service';

interface Wanted {
  readonly account: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly limit: number;
}

const toView = ({ id: _, at, state, ...entry }: AuditEntry) => ({
  ...{ at: at.toISOString(), ...entry },
  outcome: getOutcome({ state }),
});

const readMoment = (name: string, text: string): Date => {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw new AdminError(`--${name} ${text} is no moment in ISO 8601.`);
  return moment;
};

/**
 * Returns the audit of an account, also of one that was deleted, or of all accounts, the latest entry first. `more` is
 * how many earlier entries of the range there are.
 *
 * @throws AdminError for an account that never existed, and for a range that ends before it begins
 */
export const listAudit = async (store: AdminStore, runtime: Runtime, { account, from, to, limit }: Wanted) => {
  const now = runtime.now().getTime();
  const start = from === undefined ? new Date(now - auditDays * dayMs) : readMoment('from', from);
  const end = to === undefined ? new Date(now + 1) : readMoment('to', to);
  if (start > end)
    throw new AdminError(to === undefined ? `--from ${from} is in the future.` : '--from is after --to.');
  const entries = await Array.fromAsync(account === undefined ? store.audit() : store.auditOf(account, start, end));
  if (account !== undefined && entries.length === 0 && !(await store.account(account)))
    throw new AdminError(`There is no account ${account}.`);
  const found = entries.filter(({ at }) => at >= start && at < end).sort((a, b) => b.at.getTime() - a.at.getTime());
  return { entries: found.slice(0, limit).map(toView), more: Math.max(0, found.length - limit) };
};
