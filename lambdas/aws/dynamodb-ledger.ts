import type { Reservation } from '../ports/idempotency.ts';
import type { Ledger } from '../ports/quotas.ts';
import type { Adapter } from './connect.ts';
import type { Ended, Stores } from './ledger/attempt.ts';
import type { UsageCounter } from './ledger/change.ts';
import { filedPages } from './ledger/filed-pages.ts';
import { giveBackByName, takeByName } from './ledger/take-by-name.ts';
import { takingsInLanes } from './ledger/take-in-lane.ts';
import { type UsageKey, usageKey, usageRecords } from './ledger/usage-record.ts';

export interface LedgerTables {
  readonly USAGE_TABLE: string;
  readonly IDEMPOTENCY_TABLE: string;
}

/**
 * Ledger of one kind of unit: a usage record per account and billing period, written in one conditional write at a time.
 *
 * The check and the count are that one write, so two callers at the limit can never both get through, and a month without
 * a record starts at zero. The write also puts a token into the record, under a condition that holds no more once it is
 * there: repeated after a lost answer, it fails instead of counting again. A taking whose outcome stays unknown is ended by
 * another write (docs/decisions/0135, 0161).
 */
export const dynamoDbLedger = ({ USAGE_TABLE, IDEMPOTENCY_TABLE }: LedgerTables, counter: UsageCounter): Ledger => {
  const stores: Stores = { records: usageRecords(USAGE_TABLE), filed: filedPages(IDEMPOTENCY_TABLE) };
  const takeInLane = takingsInLanes(stores);

  const take = async (key: UsageKey, units: number, limit: number, reservation?: Reservation): Promise<Ended> => {
    const counted = { counter, units, highest: limit - units };
    return reservation === undefined ? takeInLane(key, counted) : takeByName(stores, key, counted, reservation);
  };
  return {
    async take(account, period, units, limit, reservation) {
      const { kind, record } = await take(usageKey(account, period), units, limit, reservation);
      return { isTaken: kind === 'taken', used: record[counter] };
    },
    async giveBack(account, period, units, reservation) {
      const key = usageKey(account, period);
      if (reservation) await giveBackByName(stores, key, { counter, units }, reservation);
      else await takeInLane(key, { counter, units: -units });
    },
    async used(account, period) {
      return (await stores.records.read(usageKey(account, period)))[counter];
    },
  };
};

export const dynamoDbMintLedger: Adapter<'mints:spend'> = (tables) => dynamoDbLedger(tables, 'mints');

export const dynamoDbGenerationLedger: Adapter<'generations:spend'> = (tables) => dynamoDbLedger(tables, 'generations');
