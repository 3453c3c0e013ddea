import type { Act } from '../domain/records/audit-records.ts';
import type { Ports } from '../ports/ports.ts';
import type { KeyRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';

const entryIdBytes = 6;

/**
 * Returns what stores who changed what with a request: `begin` before the change, and `end` after it was made or refused.
 * Without an entry nothing is changed; one that is not completed says that nobody knows how the change ended.
 */
export const openAct = (audit: Ports['audit:write'], runtime: Runtime, action: string, key: KeyRecord) => {
  let begun: Act | undefined;
  return {
    /** @throws Error when the entry cannot be stored */
    async begin({ accountId, subject }: Pick<Act, 'accountId' | 'subject'>): Promise<void> {
      const act: Act = {
        accountId,
        id: Buffer.from(runtime.randomBytes(entryIdBytes)).toString('base64url'),
        at: runtime.now(),
        by: { kind: 'key', keyId: key.keyId },
        action,
        subject,
      };
      await audit.begin(act);
      begun = act;
    },
    /**
     * Completes the entry. If it cannot be stored, the request succeeds, because its response may hold a secret that is
     * shown once: how the change ended is in the log, and the metric raises an alarm.
     */
    async end(isRefused: boolean): Promise<void> {
      if (!begun) return;
      try {
        await audit.end(begun, isRefused);
      } catch (cause) {
        runtime.count({ LostAuditEntries: 1 });
        runtime.log('error', 'entry of the audit not completed', { entry: begun, isRefused, cause });
      }
    },
  };
};
