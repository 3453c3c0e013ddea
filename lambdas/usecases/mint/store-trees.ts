import { failBecause } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { dayMs, startOfDay } from '../../core/days.ts';
import type { StoredTree } from '../../core/vnode/stored-tree.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** Trees outlive the longest URL by this, whatever the lifetime setting is or becomes. */
const graceDays = 3;

/** Returns when a tree that is stored now may be deleted. */
export const treeExpiry = (now: Date): Date =>
  new Date(startOfDay(now).getTime() + (limits.urlLifetimeDays + graceDays) * dayMs);

interface AddressedTree {
  readonly address: string;
  readonly tree: StoredTree;
}

/**
 * Stores trees under their addresses. An address that holds a different tree means a fault of this service, because
 * equal inputs have to give equal trees: the stored tree stays, and no URL is returned.
 *
 * @param accountId the account that owns the trees.
 * @param expiresAt when they may be deleted. @default never
 * @throws SERVER_ERROR when an address holds a different tree.
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
  throw failBecause(new Error('another tree under the same address'), 'SERVER_ERROR');
};
