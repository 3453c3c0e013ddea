/** States that an operator gives accounts. */
export const accountStatuses = ['active', 'trialing', 'canceled', 'past_due', 'expired'] as const;
/**
 * States of account records. An account in state `deleting` is never served again; an older release rejects its record.
 */
export const recordedStatuses = [...accountStatuses, 'deleting'] as const;
export type AccountStatus = (typeof recordedStatuses)[number];

/** Whether an account may use the API: active, on trial, or canceled but paid for (docs/interface.md#authentication). */
export const isServed = (account: { status: AccountStatus; periodEnd: Date }, now: Date): boolean =>
  account.status === 'active' ||
  account.status === 'trialing' ||
  (account.status === 'canceled' && now < account.periodEnd);
