import { fail, failWithRetryAt, isServiceError, ServiceError } from 'image-url-contract/errors.ts';
import { routes } from 'image-url-contract/routes.ts';
import type { ImageQuery } from 'image-url-contract/signing/image-query.ts';
import type { ClientClass } from 'image-url-engine/client-classes.ts';
import { isEngineInstalled } from 'image-url-engine/engine.ts';
import { sharedTime } from 'image-url-engine/workers.ts';
import { imageName } from '../domain/address.ts';
import { getMintedQuery, getVersion, hashUrl } from '../domain/revocation.ts';
import { unpackTree } from '../domain/stored-tree.ts';
import { getBackoffMs, patienceMs } from '../domain/times.ts';
import type { CachedImage, DeliveredImage } from '../ports/images.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { TreeWithRemoteImages } from '../publishing/gather-images.ts';
import { getNewSvgNotes, isOwnFault, recordFailure, recordRenderFailure } from './record-failure.ts';
import { rejectEnded } from './reject-ended.ts';
import { acquireLease, getShortBackoffEnd, type OwnLease, underLease } from './render-lease.ts';
import { type RenderResult, renderStored } from './render-stored.ts';
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

/** Waits for an optional step. An error is logged. */
const settleOptional = async (runtime: Runtime, what: string, step: Promise<unknown>): Promise<void> => {
  await step.catch((cause: unknown) => runtime.log('error', what, { cause }));
};

/** An image that is delivered, with what its client class gets. */
export type Delivered = DeliveredImage & ImageForClientClass;
export type Found = ImageForClientClass | undefined;

/** The part of a verified URL that determines its image. */
type ImageIdentity = Omit<ImageQuery, 'exp'>;

/** The image that a request is for. */
export interface Wanted {
  readonly query: ImageIdentity;
  readonly cachedAs: CachedAs;
  /** Name of the render lease, which both client classes share. */
  readonly name: string;
}

export const toWanted = (query: ImageIdentity, clientClass: ClientClass | undefined): Wanted => {
  const cachedAs = getCachedAs(query, clientClass);
  return { query, cachedAs, name: imageName(cachedAs.address, query.options) };
};

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
): Promise<Delivered> => {
  const query = await verifyImageUrl(ports['keyring:read'], runtime, rawQuery);
  const { uid: accountId, templateId } = query;
  const url = { accountId, templateId, hash: hashUrl(rawQuery), version: getVersion(query) };
  const wanted = toWanted(query, clientClass);
  // read beside the verdict, without which it is not delivered
  const stored = findStored(ports, runtime, wanted);
  stored.catch(() => undefined);
  await rejectEnded(ports, runtime, url);
  const path = `${routes.renderImage.path}?${getMintedQuery(rawQuery)}`;
  try {
    const { after, ...delivered } = await deliverImage(ports, runtime, wanted, stored);
    const warnings = { svg: getNewSvgNotes(delivered) };
    const afterwards = async () => {
      await Promise.all([after?.(), recordFailure(ports, runtime, url, path, warnings)]);
    };
    return { ...delivered, after: afterwards };
  } catch (error) {
    await recordRenderFailure(ports, runtime, url, path, error);
    throw error;
  }
};

type DeliveryPorts = Omit<
  PortsOf<'renderImage'>,
  'keyring:read' | 'settings:edge' | 'denyList:read' | 'revocations:read' | 'closedAccounts:read' | 'renderFailures:add'
>;

/**
 * Delivers the image of a verified URL.
 *
 * @param seen the stored image, which is being read
 * @param waitMs maximum wait while another request renders the same image, in milliseconds
 * @throws VNODE_NOT_FOUND, INVALID_VNODE, MAX_DEPTH, SERVICE_UNAVAILABLE, RENDER_ERROR
 */
const deliverImage = (
  ports: DeliveryPorts,
  runtime: Runtime,
  wanted: Wanted,
  seen: Promise<Found>,
  waitMs: number = patienceMs.image,
): Promise<Delivered> => {
  const { name } = wanted;
  let looking: Promise<Found> | undefined = seen;
  let stale: Found;
  let tree: Promise<TreeWithRemoteImages>;
  const endsAt = ({ isHeld, retryAt }: { isHeld: boolean; retryAt: Date }) =>
    isHeld ? getShortBackoffEnd(runtime.now()) : retryAt;
  return underLease<Delivered>(ports, runtime, name, sharedTime(waitMs), {
    find: async () => {
      const cached = await (looking ?? findStored(ports, runtime, wanted));
      looking = undefined;
      if (isFresh(cached, runtime.now())) return renewed(ports, runtime, wanted, cached);
      stale = cached;
      // read in parallel with the lease; without the lease nothing is fetched or rendered
      tree = findTree(ports, wanted);
      tree.catch(() => undefined);
      return undefined;
    },
    make: (lease) => renderUnderLease(ports, runtime, wanted, lease, tree, stale),
    // the old image, until another one is there
    meanwhile: async (lease) => stale && { ...stale, freshUntil: endsAt(lease) },
    refuse: async (lease) => failWithRetryAt(endsAt(lease), 'RENDER_ERROR'),
  });
};

/** Returns the ports that delivering has, from those of `renderOnDemand`, which exclude previews. */
const toDeliveryPorts = ({
  'publishedImages:read': read,
  'publishedImages:write': write,
  ...ports
}: PortsOf<'renderOnDemand'>) => ({ ...ports, 'images:read': read, 'images:write': write });

/** Delivers a frozen image like `deliverImage`. @param waitMs like there */
export const deliverFrozen = (
  ports: PortsOf<'renderOnDemand'>,
  runtime: Runtime,
  query: ImageIdentity,
  clientClass?: ClientClass,
  waitMs?: number,
  seen?: Promise<Found>,
): Promise<Delivered> => {
  const [delivery, wanted] = [toDeliveryPorts(ports), toWanted(query, clientClass)];
  return deliverImage(delivery, runtime, wanted, seen ?? findStored(delivery, runtime, wanted), waitMs);
};

/** Like `findStored`, for a frozen image. */
export const findFrozen = (ports: PortsOf<'renderOnDemand'>, runtime: Runtime, wanted: Wanted): Promise<Found> =>
  findStored(toDeliveryPorts(ports), runtime, wanted);

/**
 * Returns the stored image; undefined if there is none, or if the bucket cannot be read and another render gives the
 * same image.
 *
 * @throws RENDER_ERROR when the bucket cannot be read and the engine of `rv` is not installed
 */
const findStored = async (
  ports: Pick<DeliveryPorts, 'images:read'>,
  runtime: Runtime,
  { query: { rv }, cachedAs }: Wanted,
): Promise<Found> => {
  try {
    return await findCached(ports['images:read'], cachedAs);
  } catch (cause) {
    runtime.log('error', 'object cache not readable', { cause });
    if (isEngineInstalled(rv)) return undefined;
    throw new ServiceError('RENDER_ERROR', [], { cause, retryAt: getShortBackoffEnd(runtime.now()) });
  }
};

/** Returns whether an image is there and need not be rendered again. */
const isFresh = <T extends Pick<CachedImage, 'freshUntil'>>(image: T | undefined, now: Date): image is T =>
  image !== undefined && (!image.freshUntil || image.freshUntil > now);

/** Returns a stored image; after the answer, it is written again if it would expire before its URLs. */
const renewed = (
  ports: DeliveryPorts,
  runtime: Runtime,
  { cachedAs }: Wanted,
  image: ImageForClientClass,
): Delivered => {
  if (!isDueForRenewal(image, runtime.now())) return image;
  const renew = () => rewriteImage(ports['images:read'], ports['images:write'], cachedAs);
  return { ...image, after: () => settleOptional(runtime, 'image not renewed', renew()) };
};

/** Reads the tree of an image. @throws VNODE_NOT_FOUND, INVALID_VNODE */
const findTree = async (
  ports: Pick<DeliveryPorts, 'trees:read'>,
  { cachedAs: { address } }: Wanted,
): Promise<TreeWithRemoteImages> => {
  const found = await ports['trees:read'].find(address);
  if (!found) throw fail('VNODE_NOT_FOUND');
  const { accountId, cachedImages } = found;
  return { address, accountId, ...unpackTree(found), cachedImages };
};

/** Renders the image under its lease, unless another request stored it just before the lease was acquired. */
const renderUnderLease = async (
  ports: DeliveryPorts,
  runtime: Runtime,
  wanted: Wanted,
  lease: OwnLease,
  reading: Promise<TreeWithRemoteImages>,
  stale: Found,
): Promise<Delivered> => {
  const looking = findStored(ports, runtime, wanted);
  looking.catch(() => undefined);
  let tree: TreeWithRemoteImages;
  try {
    tree = await reading;
  } catch (error) {
    // nothing was fetched or rendered
    await lease.release();
    throw error;
  }
  const rendering = renderStored(ports, runtime, wanted.query, tree);
  rendering.catch(() => undefined);
  const cached = await looking.catch(() => undefined);
  if (isFresh(cached, runtime.now())) {
    const after = async () => {
      await lease.release();
      await rendering.then(({ pending }) => pending).catch(() => undefined);
    };
    return { ...cached, after };
  }
  return finishRender(ports, runtime, wanted, lease, rendering, stale, () => findStored(ports, runtime, wanted));
};

/**
 * Delivers a rendered image. After the answer it is stored, and then the lease is released; that of a failure becomes a
 * negative cache entry.
 *
 * @param stale what is shown instead of a failure. @default nothing
 * @throws RENDER_ERROR, SERVICE_UNAVAILABLE
 */
const finishRender = async (
  ports: DeliveryPorts,
  runtime: Runtime,
  { cachedAs, name }: Wanted,
  lease: Pick<OwnLease, 'number' | 'retryAt' | 'release' | 'fail' | 'backOff'> & Partial<Pick<OwnLease, 'isOver'>>,
  rendering: Promise<RenderResult>,
  stale?: Found,
  looking?: () => Promise<Found>,
): Promise<Delivered> => {
  try {
    const image = await rendering;
    // another request may have the lease by now, and have stored another image
    if (lease.isOver?.()) {
      const published = await looking?.();
      if (isFresh(published, runtime.now())) return { ...published, after: async () => void (await image.pending) };
    }
    const after = async () => {
      const stored = image.isSettled ? store(ports['images:write'], cachedAs, image, stale !== undefined) : undefined;
      if (stored) await settleOptional(runtime, 'object cache not writable', stored);
      await (image.isSettled ? lease.release() : lease.backOff(getShortBackoffEnd(runtime.now())));
      await image.pending;
    };
    return { ...selectForClientClass(image, cachedAs), after };
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

/**
 * Delivers an image whose tree is at hand, as it is stored or else rendered, without a lease of its own: the caller has
 * one. That of the image is taken for a failure only, so that it is not tried again too soon.
 *
 * @throws RENDER_ERROR, SERVICE_UNAVAILABLE
 */
export const renderEvaluated = async (
  given: PortsOf<'renderOnDemand'>,
  runtime: Runtime,
  wanted: Wanted,
  tree: Promise<TreeWithRemoteImages>,
): Promise<Delivered> => {
  const ports = toDeliveryPorts(given);
  const cached = await findStored(ports, runtime, wanted);
  if (isFresh(cached, runtime.now())) return renewed(ports, runtime, wanted, cached);
  const atFailure = async (end: (lease: OwnLease) => Promise<void>): Promise<void> => {
    try {
      const lease = await acquireLease(ports, runtime, wanted.name);
      if (lease.isOurs) await end(lease);
    } catch (cause) {
      runtime.log('error', 'failure not recorded', { cause });
    }
  };
  const lease = {
    ...{ number: 1, retryAt: new Date(runtime.now().getTime() + getBackoffMs(1)), release: async () => undefined },
    fail: () => atFailure((own) => own.fail()),
    backOff: (retryAt: Date) => atFailure((own) => own.backOff(retryAt)),
  };
  return finishRender(
    ports,
    runtime,
    wanted,
    lease,
    tree.then((one) => renderStored(ports, runtime, wanted.query, one)),
  );
};
