import * as z from 'zod';
import { isoDate, type RecordOf, recordsOf } from './record.ts';

/** Days for which entries of the audit are stored: a year, and the month in which it is asked about. */
export const auditDays = 400;

const actor = z.discriminatedUnion('kind', [
  /** A request of the API, by its key. */
  z.object({ kind: z.literal('key'), keyId: z.string() }),
  /** A command of the operators' program, by the IAM identity that ran it. */
  z.object({ kind: z.literal('operator'), identity: z.string() }),
]);

/** Returns the sort key of an entry: its time, and a random id, because two entries can have the same time. */
const toEntryKey = ({ accountId, at, id }: { readonly accountId: string; readonly at: Date; readonly id: string }) => ({
  accountId,
  entry: `${at.toISOString()} ${id}`,
});

/**
 * Who changed what: written before the change and completed after it, then never changed. No secret and no personal data
 * of an account is in it.
 */
export const auditEntries = recordsOf(toEntryKey, {
  accountId: z.string(),
  id: z.string(),
  at: isoDate,
  by: actor,
  /** The operation of the API, such as `createKey`, or the words of a command, such as `account set`. */
  action: z.string(),
  /** Id of what was changed. */
  subject: z.string(),
  /** Names of the changed fields, and new values of a plan or status. @default none */
  changes: z.record(z.string(), z.string()).exactOptional(),
  /**
   * `begun`: the change is being made, or whoever made it ended in the middle, so nobody knows whether it was made.
   * `refused`: nothing was changed. @default the change was made
   */
  state: z.enum(['begun', 'refused']).exactOptional(),
});
export type AuditEntry = RecordOf<typeof auditEntries>;
/** An entry without how the change ended. */
export type Act = Omit<AuditEntry, 'state'>;

/** Returns how a change ended, as it is shown. */
export const getOutcome = ({
  state,
}: {
  readonly state?: AuditEntry['state'] | undefined;
}): 'done' | 'refused' | 'unknown' => (state === 'begun' ? 'unknown' : (state ?? 'done'));
