import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../lambdas/aws/dynamodb.ts';
import type { LedgerTables } from '../../lambdas/aws/dynamodb-ledger.ts';
import { newToken, noteOn, type Stores, write } from '../../lambdas/aws/ledger/attempt.ts';
import { filedPages } from '../../lambdas/aws/ledger/filed-pages.ts';
import { usageRecords } from '../../lambdas/aws/ledger/usage-record.ts';
import { pageNames, pageTokens, slotNames } from '../../lambdas/core/quota/slots.ts';

/** The tables of a ledger, by this process's environment. */
export const ledgerTables = (): LedgerTables => ({
  USAGE_TABLE: process.env.USAGE_TABLE ?? '',
  IDEMPOTENCY_TABLE: process.env.IDEMPOTENCY_TABLE ?? '',
});

/** Whether a call is the write that ends a taking: it puts tokens into a usage record and counts nothing. */
export const isSettling = (body: string): boolean => isTaking(body) && !body.includes('#counter');

/** Whether a call writes to a usage record: takes, gives back, or ends one of both. */
export const isTaking = (body: string): boolean => body.includes('"#slot"') || body.includes('"#noted"');

const keyOf = (accountId: string, { start }: { readonly start: Date }) => ({
  TableName: process.env.USAGE_TABLE,
  Key: { accountId, periodStart: start.toISOString() },
});

const manyTokens = (count: number): string[] => Array.from({ length: count }, newToken);

/** Fills every slot and page of a usage record with tokens of others, as many writers would. */
export const fillRecord = (accountId: string, period: { readonly start: Date }) => {
  const names = [...slotNames, ...pageNames];
  // ending a taking puts one more on a page than its takings do
  const filling = (name: string) =>
    slotNames.includes(name) ? manyTokens(1)[0] : new Set(manyTokens(pageTokens.all + 1));
  return documents.send(
    new UpdateCommand({
      ...keyOf(accountId, period),
      UpdateExpression: `SET page = :page, ${names.map((name) => `#n${name} = :t${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#n${name}`, name])),
      ExpressionAttributeValues: {
        ':page': 999_999,
        ...Object.fromEntries(names.map((name) => [`:t${name}`, filling(name)])),
      },
    }),
  );
};

/** Others come into every slot that is in use and turn pages, by default all of them, as takings do. */
export const displaceAll = async (
  accountId: string,
  { start }: { readonly start: Date },
  turns = pageNames.length + 1,
): Promise<void> => {
  const { USAGE_TABLE, IDEMPOTENCY_TABLE } = ledgerTables();
  const stores: Stores = { records: usageRecords(USAGE_TABLE), filed: filedPages(IDEMPOTENCY_TABLE) };
  const key = { accountId, periodStart: start.toISOString() };
  let record = await stores.records.read(key);
  const displace = async (slot: string): Promise<void> => {
    for (;;) {
      const token = record.slots.get(slot);
      if (token === undefined) return;
      const change = { swap: { place: { slot, token }, token: newToken() }, note: noteOn(record, [token]) };
      const written = await write(stores, key, record, change);
      record = written.record;
      if (written.isDone) return;
    }
  };
  for (const slot of record.slots.keys()) await displace(slot);
  for (let turn = 0; turn < turns; turn += 1) {
    const note = { page: record.page, tokens: [newToken()], isTurning: true };
    record = (await write(stores, key, record, { note })).record;
  }
};
