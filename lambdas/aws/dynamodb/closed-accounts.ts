import type { EnvironmentOf } from '../../config/capabilities.ts';
import { closedAccounts } from '../../domain/records/bill-records.ts';
import { getItem } from './table.ts';

export const dynamoDbClosedAccounts = ({ USAGE_TABLE }: EnvironmentOf<'closedAccounts:read'>) => ({
  /** Returns whether an account was deleted, or is being deleted: nothing is written under its id any more. */
  isClosed: async (accountId: string): Promise<boolean> =>
    (await getItem(USAGE_TABLE, closedAccounts.toKey({ accountId }))) !== undefined,
});
