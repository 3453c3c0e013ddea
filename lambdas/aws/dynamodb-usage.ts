import type { Adapter } from './connect.ts';
import { usageKey, usageRecords } from './ledger/usage-record.ts';

export const dynamoDbUsageReader: Adapter<'usage:read'> = ({ USAGE_TABLE }) => {
  const records = usageRecords(USAGE_TABLE);
  return { find: (account, period) => records.read(usageKey(account, period)) };
};
