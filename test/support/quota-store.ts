import { randomBytes } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { segmentSize } from '../../lambdas/aws/dynamodb/quota/segments.ts';
import { dynamoDbQuotaStore } from '../../lambdas/aws/dynamodb/quota-store.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { parseMonthKey, toMonthKey } from '../../lambdas/domain/records/bill-records.ts';

/** The tables of a quota store, by this process's environment. */
export const quotaTables = () => readEnvironment('mints:spend');

/** Whether a call is a write of the quota store: one that consumes, releases, or settles an unknown outcome. */
export const isQuotaWrite = (body: string): boolean => body.includes('"#tokens"') && body.includes('"#counter"');

/** Returns the account that a write of the quota store is about. */
export const getQuotaAccount = (body: string): string => {
  const { Key } = JSON.parse(body);
  return parseMonthKey({ owner: Key.owner.S, part: Key.part.S })?.accountId ?? '';
};

/** Whether a call is the write that settles an unknown outcome: it stores tokens and counts nothing. */
export const isSettling = (body: string): boolean => isQuotaWrite(body) && body.includes('":units":{"N":"0"}');

type Month = { readonly start: Date };

/** Fills the current segment with tokens of others, or beyond it: a settling write stores two tokens at once. */
export const fillSegment = async (accountId: string, { start }: Month, size = segmentSize): Promise<void> => {
  const item = { TableName: quotaTables().USAGE_TABLE, Key: toMonthKey(accountId, start.toISOString()) };
  const { Item } = await documents.send(new GetCommand({ ...item, ConsistentRead: true }));
  const missing = size - (Item?.tokens?.size ?? 0);
  if (missing <= 0) return;
  const tokens = new Set(Array.from({ length: missing }, () => randomBytes(6).toString('base64url')));
  const add = { UpdateExpression: 'ADD tokens :tokens', ExpressionAttributeValues: { ':tokens': tokens } };
  await documents.send(new UpdateCommand({ ...item, ...add }));
};

/** Others fill the current segment and consume, so that the next one is opened, so many times; the count stays. */
export const closeSegments = async (accountId: string, period: Month & { readonly end: Date }, times = 2) => {
  const others = dynamoDbQuotaStore(quotaTables(), 'mints');
  for (let time = 0; time < times; time += 1) {
    await fillSegment(accountId, period);
    await others.consume(accountId, period, 1, Number.MAX_SAFE_INTEGER);
    await others.release(accountId, period, 1);
  }
};
