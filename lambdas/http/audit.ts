import type { Route } from '../contract/routes.ts';
import type { AuditEntry } from '../domain/records/audit-records.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Authenticated } from './call.ts';

const entryIdBytes = 6;

/**
 * Stores who changed what, after a change of a route that is in the audit. If it cannot be stored, the change stays and
 * the request succeeds, because its response may hold a secret that is shown once: the entry is in the log, and the
 * metric raises an alarm.
 */
export const addToAudit = async (
  audit: Ports['audit:write'] | undefined,
  runtime: Runtime,
  { audits }: Pick<Route, 'audits'>,
  action: string,
  { caller, key }: Pick<Authenticated, 'caller' | 'key'>,
  answer: Readonly<Record<string, unknown>>,
): Promise<void> => {
  if (audits === undefined || !audit) return;
  const entry: AuditEntry = {
    accountId: caller.accountId,
    id: Buffer.from(runtime.randomBytes(entryIdBytes)).toString('base64url'),
    at: runtime.now(),
    by: { kind: 'key', keyId: key.keyId },
    action,
    subject: String(answer[audits]),
  };
  try {
    await audit.add(entry);
  } catch (cause) {
    runtime.count({ LostAuditEntries: 1 });
    runtime.log('error', 'entry of the audit not stored', { entry, cause });
  }
};
