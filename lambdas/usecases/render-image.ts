import { fail, failUntil, ServiceError } from '../contract/errors.ts';
import type { ReaderClass } from '../contract/readers.ts';
import { isOfInstalledEngine } from '../core/engines/engines.ts';
import type { RenderedImage } from '../core/picture/rendered-image.ts';
import type { ImageQuery } from '../core/signing/image-query.ts';
import { imageName } from '../core/vnode/address.ts';
import { unpackTree } from '../core/vnode/stored-tree.ts';
import type { CachedImage } from '../ports/images.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { FoundTree } from '../ports/trees.ts';
import { type SharedTime, sharedTime } from '../time-budget.ts';
import { beginAttempt, forget, isUnderWay, noteFailure, outlast, postpone, soonAfter, type Turn } from './attempts.ts';
import { drawStored } from './draw-stored.ts';
import type { PinnedTree } from './gather-images.ts';
import {
  findKept,
  findUnowned,
  forReader,
  type ImageForReader,
  isDueForRenewal,
  type KeptAs,
  keep,
  keptAsOf,
  renew,
} from './kept-images.ts';
import { isOwnFault } from './own-fault.ts';
import { refuseEnded } from './refuse-ended.ts';
import { verifyImageUrl } from './verify-image-url.ts';

/** How long a request waits while another one draws the same picture. */
const patienceMs = 10_000;

/** Runs something the answer does not depend on: when it fails, the log says so and the picture is delivered. */
const unlessItFails = async <T>(runtime: Runtime, what: string, run: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await run();
  } catch (error) {
    runtime.log('error', what, { cause: error });
    return undefined;
  }
};

const settle = (runtime: Runtime, run: () => Promise<void>) => unlessItFails(runtime, 'attempt not settled', run);

/** What one request asks for. */
interface Wanted {
  readonly query: ImageQuery;
  readonly keptAs: KeptAs;
  /** Of the picture among the attempts: it is drawn for all readers at once. */
  readonly name: string;
  /** The picture as it was when something was missing from it that may be had by now. */
  readonly stale?: ImageForReader;
}

/**
 * Delivers the picture of a signed URL: out of the object cache, or drawn from the tree that the mint stored. Template
 * code never runs here. One request at a time draws a picture, wherever and for whatever reader; the others wait for it.
 *
 * @param reader absent where readers are not told apart: everybody gets what was minted.
 * @throws URL_EXPIRED, INVALID_SIGNATURE, URL_DENIED, URL_REVOKED, VNODE_NOT_FOUND, INVALID_VNODE, MAX_DEPTH, SERVICE_UNAVAILABLE, RENDER_ERROR; the last
 * one with the moment at which the picture is tried again, where there is one.
 */
export const renderImage = async (
  ports: PortsOf<'renderImage'>,
  runtime: Runtime,
  rawQuery: string,
  reader?: ReaderClass,
): Promise<RenderedImage & ImageForReader> => {
  const query = await verifyImageUrl(ports['signingKeys:verify'], runtime, rawQuery);
  await refuseEnded(ports, runtime, query, rawQuery);
  const keptAs = keptAsOf(query, reader);
  const name = imageName(keptAs.address, query.options);
  const time = sharedTime(patienceMs);
  for (;;) {
    const kept = await keptNow(ports, runtime, query, keptAs);
    if (kept && isFresh(kept, runtime.now())) {
      if (isDueForRenewal(kept, runtime.now()))
        await unlessItFails(runtime, 'image not renewed', () =>
          renew(ports['images:read'], ports['images:write'], keptAs),
        );
      return kept;
    }
    const image = await drawInTurn(ports, runtime, { query, keptAs, name, ...(kept && { stale: kept }) }, time);
    if (image) return image;
  }
};

/**
 * The image as it is stored.
 *
 * @throws RENDER_ERROR when that cannot be read, and the engine that is installed is not the one that rendered it.
 */
const keptNow = async (
  ports: PortsOf<'renderImage'>,
  runtime: Runtime,
  { rv }: ImageQuery,
  keptAs: KeptAs,
): Promise<ImageForReader | undefined> => {
  try {
    return await findKept(ports['images:read'], keptAs);
  } catch (cause) {
    runtime.log('error', 'object cache not readable', { cause });
    if (isOfInstalledEngine(rv)) return undefined;
    throw new ServiceError('RENDER_ERROR', [], { cause, retryAt: soonAfter(runtime.now()) });
  }
};

const isFresh = ({ freshUntil }: CachedImage, now: Date): boolean => !freshUntil || freshUntil > now;

/** Draws the picture when nobody else does; undefined once somebody else has drawn it. */
const drawInTurn = async (
  ports: PortsOf<'renderImage'>,
  runtime: Runtime,
  wanted: Wanted,
  time: SharedTime,
): Promise<(RenderedImage & ImageForReader) | undefined> => {
  const { query, name, keptAs, stale } = wanted;
  // side by side: asking for the turn comes before anything is fetched or drawn, and takes no time of its own
  const finding = ports['trees:read'].find(keptAs.address);
  finding.catch(() => undefined);
  const turn = await beginAttempt(ports, runtime, name);
  if (turn.isOurs) {
    // somebody's turn may have ended between our look and ours
    const kept = await keptNow(ports, runtime, query, keptAs);
    if (!kept || !isFresh(kept, runtime.now())) return drawAndKeep(ports, runtime, wanted, turn, finding);
    await settle(runtime, () => forget(ports, name, turn));
    return kept;
  }

  const now = runtime.now();
  const isBeingDrawn = isUnderWay(turn.attempt, now);
  const retryAt = isBeingDrawn ? soonAfter(now) : turn.attempt.retryAt;
  if (stale) return { ...stale, freshUntil: retryAt };
  if (isBeingDrawn && (await outlast(ports, runtime, name, turn, time))) return undefined;
  throw failUntil(retryAt, 'RENDER_ERROR');
};

/** Draws the picture and keeps it. Whatever comes of it, the attempt says so from then on. */
const drawAndKeep = async (
  ports: PortsOf<'renderImage'>,
  runtime: Runtime,
  { query, keptAs, name, stale }: Wanted,
  turn: Turn,
  finding: Promise<FoundTree | undefined>,
): Promise<RenderedImage & ImageForReader> => {
  let stored: PinnedTree;
  try {
    const found = await finding;
    if (!found) throw fail('VNODE_NOT_FOUND');
    const before = found.accountId === undefined ? await findUnowned(ports['images:read'], keptAs) : undefined;
    if (before && isFresh(before, runtime.now())) {
      await keep(ports['images:write'], keptAs, before, false);
      await settle(runtime, () => forget(ports, name, turn));
      return forReader(before, keptAs);
    }
    const { address } = keptAs;
    stored = { address, accountId: found.accountId ?? query.uid, ...unpackTree(found), pins: found.pins };
  } catch (error) {
    // nothing was fetched or drawn
    await settle(runtime, () => forget(ports, name, turn));
    throw error;
  }
  try {
    const image = await drawStored(ports, runtime, query, stored);
    const { isSettled } = image;
    const keepIt = () => keep(ports['images:write'], keptAs, image, stale !== undefined);
    const isNew = isSettled ? await unlessItFails(runtime, 'object cache not writable', keepIt) : undefined;
    await settle(runtime, () =>
      isSettled ? forget(ports, name, turn) : postpone(ports, name, turn, soonAfter(runtime.now())),
    );
    // what is published stays: somebody has stored it, and this rendering may differ
    const published = isNew === false ? await keptNow(ports, runtime, query, keptAs) : undefined;
    return published ?? forReader(image, keptAs);
  } catch (cause) {
    const isOwn = isOwnFault(cause);
    const retryAt = isOwn ? turn.attempt.retryAt : soonAfter(runtime.now());
    runtime.log('error', 'picture not drawn', { name, attempt: turn.attempt.number, isOwn, cause });
    runtime.count({ FailedDrawings: 1 });
    await settle(runtime, () => (isOwn ? noteFailure(ports, name, turn) : postpone(ports, name, turn, retryAt)));
    if (stale) return { ...stale, freshUntil: retryAt };
    if (cause instanceof ServiceError && cause.code === 'SERVICE_UNAVAILABLE') throw cause;
    throw new ServiceError('RENDER_ERROR', [], { cause, retryAt });
  }
};
