import { failWithDetail } from '../../contract/errors.ts';
import { getExpiryAfter } from '../../core/signing/expiry.ts';
import { getRemoteImages } from '../../core/vnode/remote-images.ts';
import { type StoredTree, unpackTree } from '../../core/vnode/stored-tree.ts';
import { treeLimits } from '../../core/vnode/tree-limits.ts';
import type { UseCase } from '../../ports/use-case.ts';
import { countStored, countTrial, storedInMonth } from '../accounts/budgets.ts';
import { requireUsable } from '../accounts/ownership.ts';
import { requireUnitsLeft } from '../accounts/quota.ts';
import { evaluateImage } from '../mint/evaluate-image.ts';
import { signUrl } from '../mint/sign-url.ts';
import { getTreeExpiry, storeTrees } from '../mint/store-trees.ts';

/** Timeout of the request to the image host, in milliseconds. */
const renderMs = 12_000;

/** Returns the most bytes of remote images that are stored for a tree, before any of them is fetched. */
const getMostImageBytes = (tree: StoredTree): number =>
  getRemoteImages(unpackTree(tree).tree).length > 0 ? treeLimits.remoteImageBytes : 0;

/**
 * Sets or removes the fallback image of the caller's account. The template is evaluated once, without variables, and
 * its image is rendered.
 *
 * @throws TOO_MANY_TRIALS, TEMPLATE_NOT_FOUND, QUOTA_EXCEEDED without units left, STORAGE_QUOTA_EXCEEDED, MISSING_TEMPLATE_VARIABLES, TEMPLATE_NOT_COMPILED; INVALID_VARIABLES
 * when the template fails or its image cannot be rendered
 */
export const putFallback: UseCase<'putFallback'> = async (ports, runtime, { caller, templates, body }) => {
  const { accountId } = caller;
  const { templateId } = body;
  if (templateId === null) {
    await ports['fallback:write'].remove(accountId);
    return { templateId, version: null };
  }
  await countTrial(ports, runtime, caller);
  const template = requireUsable(templates.get(templateId), caller);
  await requireUnitsLeft(ports['usage:read'], runtime, caller);
  const { query, address, tree } = await evaluateImage(ports, runtime, caller, template, {});
  const now = runtime.now();
  const expiresAt = getTreeExpiry(now);
  const isStored = (await ports['trees:read'].find(address)) !== undefined;
  const mostBytes = isStored ? 0 : tree.bytes.length + getMostImageBytes(tree);
  await countStored(ports, runtime, caller, mostBytes);
  await storeTrees(ports, runtime, [{ address, tree }], accountId, expiresAt);
  const exp = getExpiryAfter(now, ports['keyring:read'].lifetimeDays);
  const url = await signUrl(ports['keyring:read'], runtime, { ...query, exp });
  const outcome = await ports['images:request'].request(url, renderMs).catch((cause: unknown) => {
    // it is rendered when it is first delivered
    runtime.log('warn', 'fallback image not rendered ahead', { cause });
    return 'unknown';
  });
  // of an unknown outcome, images may be stored later
  if (!isStored && outcome !== 'unknown') {
    const { cachedImages = [] } = (await ports['trees:read'].find(address)) ?? {};
    const bytes = [...cachedImages].reduce((sum, [, one]) => sum + (one.is === 'had' ? one.bytes : 0), 0);
    await ports['budgets:consume'].release(storedInMonth(caller, runtime), getMostImageBytes(tree) - bytes);
  }
  if (outcome === 'failed') throw failWithDetail('INVALID_VARIABLES', 'The image of this template cannot be rendered.');
  await ports['fallback:write'].set(accountId, { query }, expiresAt);
  return { templateId, version: template.version };
};
