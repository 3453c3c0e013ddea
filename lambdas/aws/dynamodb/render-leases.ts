import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { RenderLease, RenderLeases } from '../../ports/images.ts';
import { isoDate } from './client.ts';
import { deleteItem, getItem, putItem, toSeconds } from './table.ts';

/**
 * One item in the trees table for each image that is being rendered or has failed. An image's name is no tree's
 * address.
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
const isStillThere = ({ id }: RenderLease) => ['id = :id', { ':id': id }] as const;

export const dynamoDbRenderLeases = ({ TREES_TABLE }: EnvironmentOf<'renderLeases:acquire'>): RenderLeases => {
  const getLease = (name: string, lease: RenderLease) => ({
    ...{ ...getKey(name), ...leaseItem.encode(lease), expires: toSeconds(lease.retryAt) + cachedSeconds },
  });
  return {
    async find(name) {
      const item = await getItem(TREES_TABLE, getKey(name));
      return item && leaseItem.parse(item);
    },
    begin(name, lease, seen) {
      const [condition, values] = seen ? isStillThere(seen) : ['attribute_not_exists(address)'];
      return putItem(TREES_TABLE, getLease(name, lease), condition, values);
    },
    async end(name, lease, outcome) {
      await (outcome
        ? putItem(TREES_TABLE, getLease(name, outcome), ...isStillThere(lease))
        : deleteItem(TREES_TABLE, getKey(name), ...isStillThere(lease)));
    },
  };
};
