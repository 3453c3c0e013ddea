import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { RenderLease } from '../../ports/images.ts';
import type { Adapter } from '../connect.ts';
import { documents, isoDate } from './client.ts';
import { holds } from './condition.ts';

/**
 * One item in the table of trees for each image that is being rendered or could not be. The name of an image is no
 * tree's address.
 */
const leaseItem = z.object({
  id: z.string(),
  number: z.int().nonnegative(),
  startedAt: isoDate,
  retryAt: isoDate,
  hasFailed: z.boolean(),
});

/** Seconds for which a lease is stored after its backoff has ended. */
const cachedSeconds = 2 * 86_400;

const getKey = (name: string) => ({ address: name, part: 'drawing' });

const isStillThere = ({ id }: RenderLease) => ({
  ConditionExpression: 'id = :id',
  ExpressionAttributeValues: { ':id': id },
});

export const dynamoDbRenderLeases: Adapter<'renderLeases:acquire'> = ({ TREES_TABLE }) => {
  const put = (name: string, lease: RenderLease, condition: object): Promise<boolean> => {
    const expires = Math.ceil(lease.retryAt.getTime() / 1000) + cachedSeconds;
    const Item = { ...getKey(name), ...leaseItem.encode(lease), expires };
    return holds(documents.send(new PutCommand({ TableName: TREES_TABLE, Item, ...condition })));
  };
  return {
    async find(name) {
      const { Item } = await documents.send(
        new GetCommand({ TableName: TREES_TABLE, Key: getKey(name), ConsistentRead: true }),
      );
      return Item && leaseItem.parse(Item);
    },
    begin: (name, lease, seen) =>
      put(name, lease, seen ? isStillThere(seen) : { ConditionExpression: 'attribute_not_exists(address)' }),
    async end(name, lease, outcome) {
      if (outcome) await put(name, outcome, isStillThere(lease));
      else
        await holds(
          documents.send(new DeleteCommand({ TableName: TREES_TABLE, Key: getKey(name), ...isStillThere(lease) })),
        );
    },
  };
};
