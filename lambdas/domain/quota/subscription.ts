/** Account states that an operator can set. */
export const accountStatuses = ['active', 'trialing', 'canceled', 'past_due', 'expired', 'suspended'] as const;
/** States of account records. Accounts in state `deleting` are never served again; older releases reject them. */
export const recordedStatuses = [...accountStatuses, 'deleting'] as const;
export type AccountStatus = (typeof recordedStatuses)[number];

/** Returns whether an account may use the API (docs/interface.md#authentication). */
export const isServed = (account: { status: AccountStatus; periodEnd: Date }, now: Date): boolean =>
  account.status === 'active' ||
  account.status === 'trialing' ||
  (account.status === 'canceled' && now < account.periodEnd);
