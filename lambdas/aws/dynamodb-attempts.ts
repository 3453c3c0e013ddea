import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { DrawingAttempt } from '../ports/images.ts';
import { holds } from './condition.ts';
import type { Adapter } from './connect.ts';
import { documents, isoDate } from './dynamodb.ts';

/** One item per picture that is being drawn or could not be, in the table of trees: a picture's name is no tree's address. */
const attemptItem = z.object({
  id: z.string(),
  number: z.int().nonnegative(),
  startedAt: isoDate,
  retryAt: isoDate,
  hasFailed: z.boolean(),
});

/** How long an attempt is remembered after it may be repeated. */
const rememberedSeconds = 2 * 86_400;

const keyOf = (name: string) => ({ address: name, part: 'drawing' });

const isStillThere = ({ id }: DrawingAttempt) => ({
  ConditionExpression: 'id = :id',
  ExpressionAttributeValues: { ':id': id },
});

export const dynamoDbDrawingAttempts: Adapter<'drawings:attempt'> = ({ TREES_TABLE }) => {
  const put = (name: string, attempt: DrawingAttempt, condition: object): Promise<boolean> => {
    const expires = Math.ceil(attempt.retryAt.getTime() / 1000) + rememberedSeconds;
    const Item = { ...keyOf(name), ...attemptItem.encode(attempt), expires };
    return holds(documents.send(new PutCommand({ TableName: TREES_TABLE, Item, ...condition })));
  };
  return {
    async find(name) {
      const { Item } = await documents.send(
        new GetCommand({ TableName: TREES_TABLE, Key: keyOf(name), ConsistentRead: true }),
      );
      return Item && attemptItem.parse(Item);
    },
    begin: (name, attempt, seen) =>
      put(name, attempt, seen ? isStillThere(seen) : { ConditionExpression: 'attribute_not_exists(address)' }),
    async end(name, attempt, outcome) {
      if (outcome) await put(name, outcome, isStillThere(attempt));
      else
        await holds(
          documents.send(new DeleteCommand({ TableName: TREES_TABLE, Key: keyOf(name), ...isStillThere(attempt) })),
        );
    },
  };
};
