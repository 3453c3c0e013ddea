import { dayMs } from 'image-url-contract/days.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { type Act, type AuditEntry, auditDays, auditEntries } from '../../domain/records/audit-records.ts';
import { type Item, toSeconds } from '../../domain/records/record.ts';
import { putRecord } from './stored-records.ts';
import { queryItems } from './table.ts';

export const dynamoDbAuditWriter = ({ AUDIT_TABLE }: EnvironmentOf<'audit:write'>) => {
  const put = (entry: AuditEntry, on: { readonly condition: string; readonly values?: Item }): Promise<boolean> => {
    const expires = toSeconds(new Date(entry.at.getTime() + auditDays * dayMs));
    return putRecord(auditEntries, AUDIT_TABLE, entry, entry, { also: { expires }, ...on });
  };
  return {
    /** Stores the entry of a change that is about to be made; one that exists is that of an earlier try. */
    async begin(act: Act): Promise<void> {
      await put({ ...act, state: 'begun' }, { condition: 'attribute_not_exists(accountId)' });
    },
    /** Completes the entry of a change that was made or refused. One that is complete is never replaced. */
    async end(act: Act, isRefused: boolean): Promise<void> {
      const isBegun = { condition: '#state = :begun', values: { ':begun': 'begun' } };
      await put({ ...act, ...(isRefused && { state: 'refused' }) }, isBegun);
    },
  };
};

export const dynamoDbAuditLister = ({ AUDIT_TABLE }: EnvironmentOf<'audit:list'>) => ({
  /** Yields the entries of an account in [`from`, `until`), the newest first. */
  async *between(accountId: string, from: Date, until: Date): AsyncGenerator<AuditEntry> {
    const values = { ':from': from.toISOString(), ':until': until.toISOString() };
    // an entry's key continues after its moment, so it sorts after the moment alone
    const range = { sort: 'entry BETWEEN :from AND :until', values, ScanIndexForward: false };
    for await (const item of queryItems(AUDIT_TABLE, { accountId }, range)) yield auditEntries.read(item);
  },
});
