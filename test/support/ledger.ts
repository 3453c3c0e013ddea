import { randomBytes } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../lambdas/aws/dynamodb.ts';
import type { LedgerTables } from '../../lambdas/aws/dynamodb-ledger.ts';
import { newToken } from '../../lambdas/aws/ledger/attempt.ts';
import { receipts } from '../../lambdas/aws/ledger/receipts.ts';
import { usageRecords } from '../../lambdas/aws/ledger/usage-record.ts';
import { slotNames, tokenBytes, tokenOf } from '../../lambdas/core/quota/slots.ts';

/** The tables of a ledger, by this process's environment. */
export const ledgerTables = (): LedgerTables => ({
  USAGE_TABLE: process.env.USAGE_TABLE ?? '',
  IDEMPOTENCY_TABLE: process.env.IDEMPOTENCY_TABLE ?? '',
});

/** Whether a call is the write that settles what became of a taking: it puts a token into a slot and counts nothing. */
export const isSettling = (body: string): boolean => body.includes('"UpdateExpression":"SET #slot = :token"');

const keyOf = (accountId: string, { start }: { readonly start: Date }) => ({
  TableName: process.env.USAGE_TABLE,
  Key: { accountId, periodStart: start.toISOString() },
});

export const readUsageItem = async (accountId: string, period: { readonly start: Date }) =>
  (await documents.send(new GetCommand({ ...keyOf(accountId, period), ConsistentRead: true }))).Item ?? {};

/** Fills every slot of a usage record with tokens of others, as many writers would. */
export const fillSlots = (accountId: string, period: { readonly start: Date }) =>
  documents.send(
    new UpdateCommand({
      ...keyOf(accountId, period),
      UpdateExpression: `SET ${slotNames.map((name) => `#s${name} = :t${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(slotNames.map((name) => [`#s${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        slotNames.map((name) => [`:t${name}`, tokenOf(randomBytes(tokenBytes))]),
      ),
    }),
  );

/** Others come into every slot that is in use, each filing the receipt of whom it finds there. */
export const displaceAll = async (accountId: string, { start }: { readonly start: Date }): Promise<void> => {
  const { USAGE_TABLE, IDEMPOTENCY_TABLE } = ledgerTables();
  const [records, filed] = [usageRecords(USAGE_TABLE), receipts(IDEMPOTENCY_TABLE)];
  const key = { accountId, periodStart: start.toISOString() };
  const { slots } = await records.read(key);
  const enter = async ([slot, token]: [string, string]) =>
    records.replace(key, await filed.enter(key, { slot, token }), newToken());
  await Promise.all([...slots].map(enter));
};
