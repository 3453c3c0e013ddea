import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { BillingPeriod } from '../../core/quota/billing-period.ts';
import { getLastDay } from './quota/key-counters.ts';
import { quotaSegments } from './quota/segments.ts';

export const dynamoDbUsageReader = (tables: EnvironmentOf<'usage:read'>) => {
  const segments = quotaSegments({ ...tables, IDEMPOTENCY_TABLE: '' });
  return {
    /**
     * Returns what an account has consumed in a billing month. `keys` are the mints of each API key with a limit;
     * `hasDays` is whether signing keys with a daily limit have consumed units; `lastDay` returns the last day on which
     * such a key did, and how many.
     */
    async find(accountId: string, { start }: BillingPeriod) {
      const usage = await segments.read({ accountId, periodStart: start.toISOString() });
      const { mints, generations, keys, days } = usage;
      const lastDay = (signingKeyId: string) => getLastDay(usage, signingKeyId);
      return { mints, generations, keys, hasDays: days.size > 0, lastDay };
    },
  };
};
