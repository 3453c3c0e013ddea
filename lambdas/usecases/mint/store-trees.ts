import { failBecause } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { startOfDay } from '../../core/signing/expiry.ts';
import type { StoredTree } from '../../core/vnode/stored-tree.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Runtime } from '../../ports/runtime.ts';

const dayMs = 86_400_000;
/** Trees outlive the longest URL by this, whatever the lifetime setting is or becomes. */
const graceDays = 3;

/** Returns when a tree that is stored now may be deleted. */
export const treeExpiry = (now: Date): Date =>
  new Date(startOfDay(now).getTime() + (limits.urlLifetimeDays + graceDays) * dayMs);

/**
 * Stores trees under their addresses. Another tree under one of them is a fault of this service: equal inputs have to make
 * equal trees. What is published stays, and nothing that would have been rendered from the new one is handed out.
 *
 * @param accountId whose they are.
 * @param expiresAt when they may be forgotten; without it never.
 * @throws SERVER_ERROR when an address holds another tree.
 */
export const storeTrees = async (
  ports: Pick<Ports, 'trees:write'>,
  runtime: Pick<Runtime, 'log' | 'count'>,
  trees: ReadonlyMap<string, StoredTree>,
  accountId: string,
  expiresAt?: Date,
): Promise<void> => {
  const taken = await ports['trees:write'].putAll(trees, accountId, expiresAt);
  if (taken.length === 0) return;
  runtime.count({ TreeConflicts: taken.length });
  runtime.log('error', 'another tree under the same address', { addresses: taken });
  throw failBecause(new Error('another tree under the same address'), 'SERVER_ERROR');
};
