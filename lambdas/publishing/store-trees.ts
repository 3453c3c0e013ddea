import { dayMs, startOfDay } from 'image-url-contract/days.ts';
import { failWithCause } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import type { StoredTree } from '../domain/stored-tree.ts';
import type { Ports } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';

/** Days for which trees outlive the longest URL. */
const graceDays = 3;

/** Returns when a tree that is stored now may be deleted. */
export const getTreeExpiry = (now: Date): Date =>
  new Date(startOfDay(now).getTime() + (limits.urlLifetimeDays + graceDays) * dayMs);

interface AddressedTree {
  readonly address: string;
  readonly tree: StoredTree;
}

/**
 * Stores trees under their addresses. Equal inputs give equal trees, so a different tree at an address is a fault of
 * this service: the stored tree is unchanged, and no URL is returned.
 *
 * @param accountId the owner
 * @param expiresAt when the trees may be deleted. @default never
 * @throws SERVER_ERROR when an address holds a different tree
 */
export const storeTrees = async (
  ports: Pick<Ports, 'trees:write'>,
  runtime: Pick<Runtime, 'log' | 'count'>,
  images: readonly AddressedTree[],
  accountId: string,
  expiresAt?: Date,
): Promise<void> => {
  const trees = new Map(images.map(({ address, tree }) => [address, tree]));
  const taken = await ports['trees:write'].putAll(trees, accountId, expiresAt);
  if (taken.length === 0) return;
  runtime.count({ TreeConflicts: taken.length });
  runtime.log('error', 'another tree under the same address', { addresses: taken });
  throw failWithCause(new Error('another tree under the same address'), 'SERVER_ERROR');
};
