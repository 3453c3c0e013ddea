import type { Ledger } from '../ports/ports.ts';
import type { Adapter } from './connect.ts';
import type { Ended, Stores } from './ledger/attempt.ts';
import { receipts } from './ledger/receipts.ts';
import { giveBackByName, takeByName } from './ledger/take-by-name.ts';
import { takingsInLanes } from './ledger/take-in-lane.ts';
import { type UsageCounter, type UsageKey, usageKey, usageRecords } from './ledger/usage-record.ts';

export interface LedgerTables {
  readonly USAGE_TABLE: string;
  readonly IDEMPOTENCY_TABLE: string;
}

/**
 * Ledger of one kind of unit: a usage record per account and billing period, written in one conditional write at a time.
 *
 * The check and the count are that one write, so two callers at the limit can never both get through, and a month without
 * a record starts at zero. The write also puts a token into one of the record's slots, in the place of the token that is
 * expected there: repeated after a lost answer, it fails its condition instead of counting again. A taking whose outcome
 * stays unknown is settled by another write to the slot (docs/decisions/0135).
 */
export const dynamoDbLedger = ({ USAGE_TABLE, IDEMPOTENCY_TABLE }: LedgerTables, counter: UsageCounter): Ledger => {
  const stores: Stores = { records: usageRecords(USAGE_TABLE), receipts: receipts(IDEMPOTENCY_TABLE) };
  const takeInLane = takingsInLanes(stores);

  const take = async (key: UsageKey, units: number, limit: number, reservation?: string): Promise<Ended> => {
    const counted = { counter, units, highest: limit - units };
    return reservation === undefined ? takeInLane(key, counted) : takeByName(stores, key, counted, reservation);
  };
  return {
    async take(account, period, units, limit, reservation) {
      const { kind, record } = await take(usageKey(account, period), units, limit, reservation);
      return { isTaken: kind === 'taken', used: record[counter] };
    },
    giveBack: (account, period, units, reservation) =>
      giveBackByName(stores, usageKey(account, period), { counter, units }, reservation),
    async used(account, period) {
      return (await stores.records.read(usageKey(account, period)))[counter];
    },
  };
};

export const dynamoDbMintLedger: Adapter<'mints:spend'> = (tables) => dynamoDbLedger(tables, 'mints');

export const dynamoDbGenerationLedger: Adapter<'generations:spend'> = (tables) => dynamoDbLedger(tables, 'generations');
