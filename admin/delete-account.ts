import { assetPrefix, onDemandPrefix, sitePrefix } from 'image-url-contract/edge.ts';
import { getImagePairs, readImageQuery } from 'image-url-contract/signing/image-query.ts';
import { getOnDemandIdentity, readOnDemandUrl } from 'image-url-contract/signing/on-demand-url.ts';
import { readSitePath } from 'image-url-contract/sites/site-path.ts';
import { verifyOnDemandUrl } from '../lambdas/deliver/verify-on-demand-url.ts';
import { getTreeAddress, isPreviewVersion } from '../lambdas/domain/address.ts';
import { imageNames, readVariables } from '../lambdas/domain/views/viewed-image.ts';
import type { Ports } from '../lambdas/ports/ports.ts';
import type { FrozenImage, SitePage } from '../lambdas/ports/records.ts';
import type { Runtime } from '../lambdas/ports/runtime.ts';
import { liftRevocation } from '../lambdas/revocations/revoke.ts';
import type { AccountData, StoredPiece } from './account-data.ts';
import { AdminError, accountIdForm } from './administer-accounts.ts';
import { notifyEdge } from './administer-deny-list.ts';
import { type RevocationPorts, revokeUrl } from './administer-revocations.ts';
import type { AdminStore } from './store.ts';

/** Ports and settings for deleting an account or the images of one URL. */
export interface ErasurePorts extends RevocationPorts {
  readonly store: AdminStore;
  readonly data: AccountData;
  readonly edge: Ports['edgeDenyList:write'];
  /** CloudFront's caches of the image host. */
  readonly edgeCaches: { dropImages(): Promise<void> };
  /** Milliseconds after which every request that started before the account was denied has ended. */
  readonly drainMs: number;
  /** Waits for `ms` milliseconds and reports that to the operator. */
  pause(ms: number): Promise<void>;
}

/** Number of rows and objects by kind. */
type Counts = Record<string, number>;

/** Result of deleting an account, as the admin program prints it. */
export interface Deletion {
  readonly accountId: string;
  readonly isDeleted: boolean;
  /** Number of rows and objects by kind: deleted if `isDeleted`, otherwise found. */
  readonly data: Readonly<Counts>;
}

const addOne = (counts: Counts, kind: string): void => {
  counts[kind] = (counts[kind] ?? 0) + 1;
};

/** Removes pieces and counts them. */
const removeAll = async (pieces: AsyncIterable<StoredPiece>, counts: Counts): Promise<void> => {
  for await (const piece of pieces) {
    await piece.remove();
    addOne(counts, piece.kind);
  }
};

/**
 * Marks an account as being deleted, closes it for good, and denies delivery of its URLs.
 *
 * @returns when it was first marked; undefined if it has no record
 */
const markAndDeny = async (
  { store, edge }: ErasurePorts,
  runtime: Runtime,
  accountId: string,
): Promise<Date | undefined> => {
  const account = await store.account(accountId);
  const deletingSince = account && (account.deletingSince ?? runtime.now());
  await runtime.beginAct({ accountId, subject: accountId });
  // false if another run has marked it meanwhile
  if (account) await store.changeAccount(accountId, { status: 'deleting', deletingSince });
  if (account && deletingSince) await store.closeAccount(account, deletingSince);
  await store.putDenyListEntry({ kind: 'account', id: accountId, deniedAt: deletingSince ?? runtime.now() });
  await notifyEdge({ store, edge });
  return deletingSince;
};

/** Deletes and counts all data of an account except its record and deny list entry. */
const eraseData = async (ports: ErasurePorts, runtime: Runtime, accountId: string, counts: Counts): Promise<void> => {
  await removeAll(ports.data.of(accountId), counts);
  for (const { revocationId } of await ports['revocations:lift'].of(accountId)) {
    await liftRevocation(ports, runtime, { accountId, revocationId });
    addOne(counts, 'revocations');
  }
};

/**
 * Deletes an account with all its data; its counts by month stay for bills, and its audit. The account is marked first, so that it can mint no more. Requests in progress
 * may still store data, so a second pass runs after they have ended. The record is deleted last: after an interruption,
 * the same command completes the deletion.
 *
 * @param isSure false for a dry run that only counts
 * @throws AdminError for a malformed id, or when there is no data of such an account
 */
export const deleteAccount = async (
  ports: ErasurePorts,
  runtime: Runtime,
  accountId: string,
  isSure: boolean,
): Promise<Deletion> => {
  if (!accountIdForm.test(accountId)) throw new AdminError('An account id is 1 to 32 letters and digits.');
  const { store, edge, data } = ports;
  const account = await store.account(accountId);
  if (!isSure || !account) {
    const there: Counts = {};
    for await (const { kind } of data.of(accountId)) addOne(there, kind);
    for (const _ of await ports['revocations:lift'].of(accountId)) addOne(there, 'revocations');
    if (!account && Object.keys(there).length === 0) throw new AdminError(`There is no account ${accountId}.`);
    if (!isSure) return { accountId, isDeleted: false, data: there };
  }

  const since = (await markAndDeny(ports, runtime, accountId)) ?? runtime.now();
  const removed: Counts = {};
  await eraseData(ports, runtime, accountId, removed);
  const leftMs = since.getTime() + ports.drainMs - runtime.now().getTime();
  if (leftMs > 0) await ports.pause(leftMs);
  await eraseData(ports, runtime, accountId, removed);
  await ports.edgeCaches.dropImages();
  for (const { kind, id } of await store.denials())
    if ((kind === 'account' && id === accountId) || (kind === 'site' && id.startsWith(`${accountId}-`)))
      await store.deleteDenyListEntry({ kind, id });
  await notifyEdge({ store, edge });
  await store.removeAccount(accountId);
  return { accountId, isDeleted: true, data: removed };
};

/**
 * Erases the views by image of a name (`imageNames`). For as long as logs of the time until now may come, they count no
 * image of it.
 */
const eraseViews = async (
  { data }: ErasurePorts,
  runtime: Runtime,
  accountId: string,
  name: string,
  counts: Counts,
): Promise<void> => {
  await data.noteErased(accountId, name, runtime.now());
  await removeAll(data.ofViews(accountId, name), counts);
};

/** Erases, waits for renders that began before, and erases again what they stored. @returns what was erased */
const eraseTwice = async (ports: ErasurePorts, erase: (counts: Counts) => Promise<void>): Promise<Counts> => {
  const counts: Counts = {};
  await erase(counts);
  if (ports.drainMs > 0) await ports.pause(ports.drainMs);
  await erase(counts);
  await ports.edgeCaches.dropImages();
  return counts;
};

/** Returns the identity of the image of a page; undefined if it cannot be read, so that it was never rendered. */
const getPartIdentity = (accountId: string, image: NonNullable<SitePage['image']>): string | undefined => {
  const url = readOnDemandUrl({ ...image, signature: '' });
  const variables = url && readVariables(url);
  return url && variables && getOnDemandIdentity(accountId, url, variables);
};

/**
 * Returns a function that erases and counts the image of an on-demand URL. The frozen image is deleted last, because it
 * leads to the tree.
 */
const getEraserOf = (
  ports: ErasurePorts,
  runtime: Runtime,
  accountId: string,
  identity: string | undefined,
  path?: string,
) => {
  if (identity === undefined) return async () => undefined;
  let frozen: FrozenImage | undefined;
  return async (counts: Counts): Promise<void> => {
    frozen = (await ports.data.frozenImage(identity)) ?? frozen;
    if (frozen) await removeAll(ports.data.ofTree(accountId, getTreeAddress(frozen.query)), counts);
    await removeAll(ports.data.ofOnDemandUrl(accountId, identity, path), counts);
    await eraseViews(ports, runtime, accountId, imageNames.ofIdentity(identity), counts);
  };
};

/**
 * Like `eraseUrl`, for a site image: the last images of its page, and what was read of the page. Other pages with the same texts render their image again.
 */
const eraseSiteImage = async (ports: ErasurePorts, runtime: Runtime, url: string) => {
  const revoked = await revokeUrl(ports, runtime, url);
  const { pathname } = new URL(url);
  const { accountId, siteId, page } = readSitePath(pathname) ?? { accountId: '', siteId: '', page: '' };
  const erasers = new Map<string, (counts: Counts) => Promise<void>>();
  const erase = async (counts: Counts) => {
    for (const image of await ports.data.pageImages(siteId, page))
      if (!erasers.has(image.part))
        erasers.set(image.part, getEraserOf(ports, runtime, accountId, getPartIdentity(accountId, image)));
    for (const eraseImage of erasers.values()) await eraseImage(counts);
    await removeAll(ports.data.ofSiteImage(accountId, siteId, page, pathname), counts);
    await eraseViews(ports, runtime, accountId, imageNames.ofPage({ siteId, page }), counts);
  };
  return { ...revoked, erased: await eraseTwice(ports, erase) };
};

/**
 * Like `eraseUrl`, for an on-demand URL. The account's other URLs of the same image are not revoked: the next request for one renders and counts it again.
 */
const eraseOnDemandUrl = async (ports: ErasurePorts, runtime: Runtime, url: string) => {
  const revoked = await revokeUrl(ports, runtime, url);
  const path = new URL(url).pathname;
  const { accountId, url: asked } = await verifyOnDemandUrl(ports['keyring:read'], runtime, path);
  const variables = readVariables(asked);
  const identity = variables && getOnDemandIdentity(accountId, asked, variables);
  const erase = getEraserOf(ports, runtime, accountId, identity, path);
  return { ...revoked, erased: await eraseTwice(ports, erase) };
};

/** Like `eraseUrl`, for the address of an asset. What images have stored of it stays with them. */
const eraseAsset = async (ports: ErasurePorts, runtime: Runtime, url: string) => {
  const revoked = await revokeUrl(ports, runtime, url);
  const erase = (counts: Counts) => removeAll(ports.data.ofAsset(new URL(url).pathname), counts);
  return { ...revoked, erased: await eraseTwice(ports, erase) };
};

/**
 * Revokes an image URL, and deletes its tree, all images rendered from it and their views by image. Other URLs of the account with the same
 * template and variables use the same tree, so they stop working too.
 *
 * @throws AdminError when the URL is not that of a published image
 */
export const eraseUrl = async (ports: ErasurePorts, runtime: Runtime, url: string) => {
  if (URL.canParse(url) && new URL(url).pathname.startsWith(onDemandPrefix))
    return eraseOnDemandUrl(ports, runtime, url);
  if (URL.canParse(url) && new URL(url).pathname.startsWith(sitePrefix)) return eraseSiteImage(ports, runtime, url);
  if (URL.canParse(url) && new URL(url).pathname.startsWith(assetPrefix)) return eraseAsset(ports, runtime, url);
  const query = readImageQuery(getImagePairs(url.split('?')[1] ?? '') ?? new Map());
  if (query && isPreviewVersion(query.rv))
    throw new AdminError("This is the URL of a template's preview: it goes with the template.");
  const revoked = await revokeUrl(ports, runtime, url);
  if (!query) throw new AdminError(`${url} is not an image URL.`);
  const address = getTreeAddress(query);
  const erase = async (counts: Counts): Promise<void> => {
    await removeAll(ports.data.ofTree(query.uid, address), counts);
    await eraseViews(ports, runtime, query.uid, imageNames.ofTree(address), counts);
  };
  return { ...revoked, erased: await eraseTwice(ports, erase) };
};
