import type { ClientClass } from 'image-url-engine/client-classes.ts';
import { isEngineInstalled } from 'image-url-engine/engine.ts';
import { RenderJobError } from 'image-url-engine/errors.ts';
import { type SharedTime, sharedTime } from 'image-url-engine/workers.ts';
import { fail, failWithRetryAt, isServiceError, ServiceError } from '../contract/errors.ts';
import { imageName } from '../domain/address.ts';
import { getVersion, hashUrl } from '../domain/revocation.ts';
import type { ImageQuery } from '../domain/signing/image-query.ts';
import { unpackTree } from '../domain/stored-tree.ts';
import type { CachedImage, DeliveredImage, FoundTree } from '../ports/images.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { TreeWithRemoteImages } from '../publishing/gather-images.ts';
import { rejectEnded } from './reject-ended.ts';
import { acquireLease, getShortBackoffEnd, type OwnLease } from './render-lease.ts';
import { renderStored } from './render-stored.ts';
import {
  type CachedAs,
  findCached,
  getCachedAs,
  type ImageForClientClass,
  isDueForRenewal,
  rewriteImage,
  selectForClientClass,
  store,
} from './rendered-images.ts';
import { verifyImageUrl } from './verify-image-url.ts';

/** Milliseconds that a request waits while another one renders the same image. */
const patienceMs = 10_000;

/** Waits for an optional step. An error is logged, and undefined is returned. */
const settleOptional = <T>(runtime: Runtime, what: string, step: Promise<T>): Promise<T | undefined> =>
  step.catch((cause: unknown) => {
    runtime.log('error', what, { cause });
    return undefined;
  });

/** The image that a request is for. */
interface Wanted {
  readonly query: ImageIdentity;
  readonly cachedAs: CachedAs;
  /** Name of the render lease, which both client classes share. */
  readonly name: string;
  /** The stored image, without a remote image that may be available by now. */
  readonly stale: ImageForClientClass | undefined;
}

/**
 * Delivers the image of a signed URL from the images bucket, or renders the tree that the mint stored. No template code
 * runs. One request at a time renders an image for both client classes; the others wait for it.
 *
 * @param clientClass undefined without an edge function: every client gets the minted image
 * @throws URL_EXPIRED, INVALID_SIGNATURE, URL_DENIED, URL_REVOKED, VNODE_NOT_FOUND, INVALID_VNODE, MAX_DEPTH,
 * SERVICE_UNAVAILABLE, RENDER_ERROR; the last one with `retryAt` if a retry may succeed
 */
export const renderImage = async (
  ports: PortsOf<'renderImage'>,
  runtime: Runtime,
  rawQuery: string,
  clientClass?: ClientClass,
): Promise<DeliveredImage & ImageForClientClass> => {
  const query = await verifyImageUrl(ports['keyring:read'], runtime, rawQuery);
  const { uid: accountId, templateId } = query;
  const url = { accountId, templateId, hash: hashUrl(rawQuery), version: getVersion(query) };
  await rejectEnded(ports, runtime, url);
  return deliverImage(ports, runtime, query, clientClass);
};

type DeliveryPorts = Omit<
  PortsOf<'renderImage'>,
  'keyring:read' | 'settings:edge' | 'denyList:read' | 'revocations:read'
>;

/** The part of a verified URL that determines its image. */
type ImageIdentity = Omit<ImageQuery, 'exp'>;

/**
 * Delivers the image of a verified URL.
 *
 * @param waitMs maximum wait while another request renders the same image, in milliseconds
 * @throws VNODE_NOT_FOUND, INVALID_VNODE, MAX_DEPTH, SERVICE_UNAVAILABLE, RENDER_ERROR
 */
const deliverImage = async (
  ports: DeliveryPorts,
  runtime: Runtime,
  query: ImageIdentity,
  clientClass?: ClientClass,
  waitMs = patienceMs,
): Promise<DeliveredImage & ImageForClientClass> => {
  const cachedAs = getCachedAs(query, clientClass);
  const name = imageName(cachedAs.address, query.options);
  const time = sharedTime(waitMs);
  for (;;) {
    const cached = await findStored(ports, runtime, query, cachedAs);
    if (cached && isFresh(cached, runtime.now())) {
      if (isDueForRenewal(cached, runtime.now())) {
        const renewal = rewriteImage(ports['images:read'], ports['images:write'], cachedAs);
        await settleOptional(runtime, 'image not renewed', renewal);
      }
      return cached;
    }
    const image = await renderUnderLease(ports, runtime, { query, cachedAs, name, stale: cached }, time);
    if (image) return image;
  }
};

/** Delivers a frozen image like `deliverImage`, with the permissions of `renderOnDemand`, which exclude previews. */
export const deliverFrozen = (
  { 'publishedImages:read': read, 'publishedImages:write': write, ...ports }: PortsOf<'renderOnDemand'>,
  runtime: Runtime,
  query: ImageIdentity,
  clientClass?: ClientClass,
  waitMs?: number,
) => deliverImage({ ...ports, 'images:read': read, 'images:write': write }, runtime, query, clientClass, waitMs);

/**
 * Returns the stored image; undefined if there is none, or if the bucket cannot be read and another render gives the
 * same image.
 *
 * @throws RENDER_ERROR when the bucket cannot be read and the engine of `rv` is not installed
 */
const findStored = async (
  ports: DeliveryPorts,
  runtime: Runtime,
  { rv }: ImageIdentity,
  cachedAs: CachedAs,
): Promise<ImageForClientClass | undefined> => {
  try {
    return await findCached(ports['images:read'], cachedAs);
  } catch (cause) {
    runtime.log('error', 'object cache not readable', { cause });
    if (isEngineInstalled(rv)) return undefined;
    throw new ServiceError('RENDER_ERROR', [], { cause, retryAt: getShortBackoffEnd(runtime.now()) });
  }
};

const isFresh = ({ freshUntil }: CachedImage, now: Date): boolean => !freshUntil || freshUntil > now;

/** Renders the image under its lease. Returns undefined if another request rendered it meanwhile. */
const renderUnderLease = async (
  ports: DeliveryPorts,
  runtime: Runtime,
  wanted: Wanted,
  time: SharedTime,
): Promise<(DeliveredImage & ImageForClientClass) | undefined> => {
  const { query, name, cachedAs, stale } = wanted;
  // read in parallel with the lease; without the lease nothing is fetched or rendered
  const tree = ports['trees:read'].find(cachedAs.address);
  tree.catch(() => undefined);
  const acquired = await acquireLease(ports, runtime, name);
  if (acquired.isOurs) {
    // another request may have stored the image just before this one acquired the lease
    const cached = await findStored(ports, runtime, query, cachedAs);
    if (!cached || !isFresh(cached, runtime.now())) return renderAndStore(ports, runtime, wanted, acquired, tree);
    await acquired.release();
    return cached;
  }

  const retryAt = acquired.isHeld ? getShortBackoffEnd(runtime.now()) : acquired.retryAt;
  if (stale) return { ...stale, freshUntil: retryAt };
  if (acquired.isHeld && (await acquired.wait(time))) return undefined;
  throw failWithRetryAt(retryAt, 'RENDER_ERROR');
};

/** Returns whether the image itself cannot be rendered. Other errors are temporary: no worker, time or storage. */
export const isOwnFault = (error: unknown): boolean => isServiceError(error) && error.cause instanceof RenderJobError;

/** Renders and stores the image, then releases the lease or turns it into a negative cache entry. */
const renderAndStore = async (
  ports: DeliveryPorts,
  runtime: Runtime,
  { query, cachedAs, name, stale }: Wanted,
  lease: OwnLease,
  tree: Promise<FoundTree | undefined>,
): Promise<DeliveredImage & ImageForClientClass> => {
  let whole: TreeWithRemoteImages;
  try {
    const found = await tree;
    if (!found) throw fail('VNODE_NOT_FOUND');
    const { accountId, cachedImages } = found;
    whole = { address: cachedAs.address, accountId, ...unpackTree(found), cachedImages };
  } catch (error) {
    // nothing was fetched or rendered
    await lease.release();
    throw error;
  }
  try {
    const image = await renderStored(ports, runtime, query, whole);
    const { isSettled } = image;
    const stored = isSettled ? store(ports['images:write'], cachedAs, image, stale !== undefined) : undefined;
    const isNew = stored && (await settleOptional(runtime, 'object cache not writable', stored));
    await (isSettled ? lease.release() : lease.backOff(getShortBackoffEnd(runtime.now())));
    // if another request stored the image first, deliver that one: this render may differ
    const published = isNew === false ? await findStored(ports, runtime, query, cachedAs) : undefined;
    return published ?? selectForClientClass(image, cachedAs);
  } catch (cause) {
    const isOwn = isOwnFault(cause);
    const retryAt = isOwn ? lease.retryAt : getShortBackoffEnd(runtime.now());
    runtime.log('error', 'image not rendered', { name, lease: lease.number, isOwn, cause });
    runtime.count({ FailedRenders: 1 });
    await (isOwn ? lease.fail() : lease.backOff(retryAt));
    if (stale) return { ...stale, freshUntil: retryAt };
    if (isServiceError(cause) && cause.code === 'SERVICE_UNAVAILABLE') throw cause;
    throw new ServiceError('RENDER_ERROR', [], { cause, retryAt });
  }
};
