import { failWithDetail, ServiceError } from 'image-url-contract/errors.ts';
import { getRemoteImages, treeLimits } from 'image-url-engine/trees.ts';
import { covers, inheritLimits } from '../access/delegation.ts';
import { requireUsable } from '../access/ownership.ts';
import { getExpiryAfter } from '../domain/signing/expiry.ts';
import { type StoredTree, unpackTree } from '../domain/stored-tree.ts';
import { countStored, countTrial, storedInMonth } from '../limits/budgets.ts';
import { requireUnitsLeft } from '../limits/quota.ts';
import type { UseCase } from '../ports/use-case.ts';
import { evaluateImage } from '../publishing/evaluate-image.ts';
import { signUrl } from '../publishing/sign-url.ts';
import { getTreeExpiry, storeTrees } from '../publishing/store-trees.ts';

/** Timeout of the request to the image host, in milliseconds. */
const renderMs = 12_000;

const notCovered = () =>
  new ServiceError('INSUFFICIENT_SCOPE', [{ scope: '' }], {
    detail: 'This API key has limits that the fallback image of the account does not have; use a key without them.',
  });

/** Returns the most bytes of remote images that are stored for a tree, before any of them is fetched. */
const getMostImageBytes = (tree: StoredTree): number =>
  getRemoteImages(unpackTree(tree).tree).length > 0 ? treeLimits.remoteImageBytes : 0;

/**
 * Sets or removes the fallback image of the caller's account. The template is evaluated once, without variables, and
 * its image is rendered.
 *
 * @throws INSUFFICIENT_SCOPE when the API key does not cover the fallback image that is set now; TEMPLATE_NOT_FOUND,
 * QUOTA_EXCEEDED without units left, TOO_MANY_TRIALS, MISSING_TEMPLATE_VARIABLES, TEMPLATE_NOT_COMPILED,
 * STORAGE_QUOTA_EXCEEDED; INVALID_VARIABLES
 * when the template fails or its image cannot be rendered
 */
export const putFallback: UseCase<'putFallback'> = async (ports, runtime, call) => {
  const { caller, key, templates, body } = call;
  const { accountId } = caller;
  const { templateId } = body;
  const before = await ports['fallback:write'].find(accountId);
  if (before && !covers(key, before)) throw notCovered();
  if (templateId === null) {
    await ports['fallback:write'].remove(accountId);
    return { templateId, version: null };
  }
  const template = requireUsable(templates.get(templateId), caller);
  await requireUnitsLeft(ports['usage:read'], runtime, caller);
  await countTrial(ports, runtime, caller);
  const fonts = await ports['fonts:read'].of(accountId);
  const { query, address, tree } = await evaluateImage(ports, runtime, { account: caller, fonts }, template, {});
  const now = runtime.now();
  const expiresAt = getTreeExpiry(now);
  const isStored = (await ports['trees:read'].find(address)) !== undefined;
  const mostBytes = isStored ? 0 : tree.bytes.length + getMostImageBytes(tree);
  await countStored(ports, runtime, caller, mostBytes);
  await storeTrees(ports, runtime, [{ address, tree }], accountId, expiresAt);
  const exp = getExpiryAfter(now, ports['settings:urls'].lifetimeDays);
  const url = await signUrl(ports, runtime, { ...query, exp });
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
  await ports['fallback:write'].set(accountId, { query, ...inheritLimits(call, {}, runtime) }, expiresAt);
  return { templateId, version: template.version };
};
