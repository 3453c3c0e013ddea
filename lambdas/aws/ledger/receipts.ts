import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../dynamodb.ts';
import type { Place, UsageKey } from './usage-record.ts';

/** How long a receipt is kept: longer than anybody asks for it, which is as long as an answer is kept for its key. */
const keptSeconds = 2 * 86_400;

/**
 * Receipts of takings: items of their own, each saying that a token stood in a slot, so that its taking was counted. One
 * is filed before somebody else's token is replaced, so whoever does not find his token in its slot finds its receipt, or
 * his taking never was.
 *
 * @param now the clock receipts are thrown away by, and nothing else.
 */
export const receipts = (tableName: string, now = Date.now) => {
  const keyOf = ({ accountId, periodStart }: UsageKey, { slot, token }: Place) => ({
    id: `receipt ${accountId} ${periodStart} ${slot} ${token}`,
    part: 'receipt',
  });
  const put = async (key: UsageKey, place: Place, isWithdrawn: boolean) => {
    const expires = Math.ceil(now() / 1_000) + keptSeconds;
    const Item = { ...keyOf(key, place), expires, ...(isWithdrawn && { isWithdrawn }) };
    await documents.send(new PutCommand({ TableName: tableName, Item }));
  };
  return {
    /** Files a receipt for what stands in a place, whose token may be replaced then. */
    async enter(key: UsageKey, place: Place): Promise<Place> {
      if (place.token !== undefined) await put(key, place, false);
      return place;
    },
    /** The taking was given back: its receipt says nothing any more. */
    withdraw: (key: UsageKey, place: Place): Promise<void> => put(key, place, true),
    async has(key: UsageKey, place: Place, abortSignal?: AbortSignal): Promise<boolean> {
      const command = new GetCommand({ TableName: tableName, Key: keyOf(key, place), ConsistentRead: true });
      const { Item } = await documents.send(command, abortSignal && { abortSignal });
      return Item !== undefined && Item.isWithdrawn !== true;
    },
  };
};
