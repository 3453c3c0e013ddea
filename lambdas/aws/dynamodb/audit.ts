import type { EnvironmentOf } from '../../config/capabilities.ts';
import { dayMs } from '../../domain/days.ts';
import { type AuditEntry, auditDays, auditEntries } from '../../domain/records/audit-records.ts';
import { toSeconds } from '../../domain/records/record.ts';
import { putRecord } from './stored-records.ts';
import { queryItems } from './table.ts';

export const dynamoDbAuditWriter = ({ AUDIT_TABLE }: EnvironmentOf<'audit:write'>) => ({
  /** Stores an entry. An entry that exists is never replaced. */
  async add(entry: AuditEntry): Promise<void> {
    const expires = toSeconds(new Date(entry.at.getTime() + auditDays * dayMs));
    const isNew = { also: { expires }, condition: 'attribute_not_exists(accountId)' };
    await putRecord(auditEntries, AUDIT_TABLE, entry, entry, isNew);
  },
});

export const dynamoDbAuditLister = ({ AUDIT_TABLE }: EnvironmentOf<'audit:list'>) => ({
  /** Yields the entries of an account in [`from`, `until`), the newest first. */
  async *between(accountId: string, from: Date, until: Date): AsyncGenerator<AuditEntry> {
    const values = { ':from': from.toISOString(), ':until': until.toISOString() };
    // an entry's key continues after its moment, so it sorts after the moment alone
    const range = { sort: 'entry BETWEEN :from AND :until', values, ScanIndexForward: false };
    for await (const item of queryItems(AUDIT_TABLE, { accountId }, range)) yield auditEntries.read(item);
  },
});
