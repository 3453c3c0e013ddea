import type { Adapter } from '../connect.ts';
import { getLastDay } from './quota/key-counters.ts';
import { quotaSegments } from './quota/segments.ts';

export const dynamoDbUsageReader: Adapter<'usage:read'> = (tables) => {
  const segments = quotaSegments({ ...tables, IDEMPOTENCY_TABLE: '' });
  return {
    async find(accountId, { start }) {
      const usage = await segments.read({ accountId, periodStart: start.toISOString() });
      return { ...usage, hasDays: usage.days.size > 0, lastDay: (keyId) => getLastDay(usage, keyId) };
    },
  };
};
