import { dayMs } from 'image-url-contract/days.ts';
import { failWithDetail } from 'image-url-contract/errors.ts';
import { type AuditEntry, auditDays, getOutcome } from '../domain/records/audit-records.ts';
import type { KeyRecord } from '../ports/records.ts';
import type { Answer, UseCase } from '../ports/use-case.ts';

type View = Answer<'listAudit'>['entries'][number];

/** Returns the view of an account: an operator's identity is the operator's own. */
const toView = ({ at, by, action, subject, changes, state }: AuditEntry): View => ({
  at: at.toISOString(),
  by: by.kind,
  ...(by.kind === 'key' && { keyId: by.keyId }),
  action,
  subject,
  outcome: getOutcome({ state }),
  ...(changes && { changes }),
});

/** Returns the moment of `from`, or the end of `to`: a day ends with its last millisecond. */
const toMoment = (text: string, isEnd: boolean): Date =>
  new Date(Date.parse(text) + (isEnd && text.length === 'yyyy-mm-dd'.length ? dayMs : 0));

/** Returns whether a key may see an entry: one that is confined sees its own alone. */
const maySee = ({ keyId, templateIds, monthlyMints, expiresAt }: KeyRecord, { by }: AuditEntry): boolean =>
  [templateIds, monthlyMints, expiresAt].every((limit) => limit === undefined) ||
  (by.kind === 'key' && by.keyId === keyId);

/** Lists who changed what in the caller's account, the latest first. @throws INVALID_QUERY */
export const listAudit: UseCase<'listAudit'> = async (ports, runtime, { caller, key, query }) => {
  const now = runtime.now();
  const until = query.to === undefined ? new Date(now.getTime() + 1) : toMoment(query.to, true);
  const earliest = new Date(now.getTime() - auditDays * dayMs);
  const from = query.from === undefined ? earliest : toMoment(query.from, false);
  if (from > until) throw failWithDetail('INVALID_QUERY', 'from must not be later than to.');
  const entries: View[] = [];
  let hasMore = false;
  for await (const entry of ports['audit:list'].between(caller.accountId, from, until)) {
    if (!maySee(key, entry)) continue;
    hasMore = entries.length === query.limit;
    if (hasMore) break;
    entries.push(toView(entry));
  }
  return { from: from.toISOString(), to: until.toISOString(), entries, hasMore };
};
