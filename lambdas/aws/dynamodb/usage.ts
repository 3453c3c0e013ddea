import type { Adapter } from '../connect.ts';
import { quotaSegments } from './quota/segments.ts';

export const dynamoDbUsageReader: Adapter<'usage:read'> = (tables) => {
  const segments = quotaSegments({ ...tables, IDEMPOTENCY_TABLE: '' });
  return { find: (accountId, { start }) => segments.read({ accountId, periodStart: start.toISOString() }) };
};
