import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { pageNameOf, pageNames } from '../../core/quota/slots.ts';
import { documents } from '../dynamodb.ts';
import type { UsageKey, UsageRecord } from './usage-record.ts';

/** How long a page is kept: longer than anybody asks for what is on it, which is as long as an answer is kept for its key. */
const keptSeconds = 2 * 86_400;

const pageItem = z.object({ tokens: z.set(z.string()) });

/** The last page that nothing is added to any more while a record is written at this one: it is filed before the next turn. */
const lastWhole = (page: number): number => page - 2;

/**
 * Pages of usage records that have been turned: items of their own with the tokens that stood on them. A page is filed
 * before its place in the record is needed again, so a token that is neither in the record nor on a filed page never was
 * there.
 *
 * @param now the clock pages are thrown away by, and nothing else.
 */
export const filedPages = (tableName: string, now = Date.now) => {
  const idOf = ({ accountId, periodStart }: UsageKey): string => `page ${accountId} ${periodStart}`;
  const partOf = (page: number): string => String(page).padStart(12, '0');
  return {
    /** Files what has to be filed before a record's page is turned. */
    async fileBeforeTurning(key: UsageKey, record: UsageRecord, abortSignal?: AbortSignal): Promise<void> {
      const page = lastWhole(record.page);
      const tokens = record.pages.get(pageNameOf(page + pageNames.length));
      if (page < 0 || tokens === undefined || tokens.size === 0) return;
      const expires = Math.ceil(now() / 1_000) + keptSeconds;
      const Item = { id: idOf(key), part: partOf(page), expires, tokens };
      await documents.send(new PutCommand({ TableName: tableName, Item }), abortSignal && { abortSignal });
    },

    /** Tokens of all pages from one on that a record holds no more. */
    async read(key: UsageKey, from: number, record: UsageRecord, abortSignal?: AbortSignal): Promise<Set<string>> {
      const to = lastWhole(record.page) - 1;
      if (from > to) return new Set();
      const query = {
        TableName: tableName,
        KeyConditionExpression: 'id = :id AND part BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':id': idOf(key), ':from': partOf(from), ':to': partOf(to) },
        ConsistentRead: true,
      };
      const read = await Array.fromAsync(paginateQuery({ client: documents }, query, abortSignal && { abortSignal }));
      const items = read.flatMap(({ Items = [] }) => Items);
      return new Set(items.flatMap((item) => [...pageItem.parse(item).tokens]));
    },
  };
};
