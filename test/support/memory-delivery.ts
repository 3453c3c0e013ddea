import { createHash } from 'node:crypto';
import { getSignedQuery, type ImageQuery } from 'image-url-contract/signing/image-query.ts';
import { newKeyring, type SigningKey } from 'image-url-contract/signing/keyring.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { renderImage } from '../../lambdas/deliver/render-image.ts';
import { getTreeAddress } from '../../lambdas/domain/address.ts';
import { packTree } from '../../lambdas/domain/stored-tree.ts';
import type {
  CachedImage,
  CachedRemoteImage,
  DeliveredImage,
  RemoteImages,
  RenderLease,
} from '../../lambdas/ports/images.ts';
import type { PortsOf } from '../../lambdas/ports/ports.ts';
import type { Runtime } from '../../lambdas/ports/runtime.ts';
import { answered } from './answered.ts';

const keyring = newKeyring(new Uint8Array(32), new Date(0));

export const anImage = (change: Partial<ImageQuery> = {}): ImageQuery => ({
  ...{ templateId: 't', uid: 'u', exp: Date.parse('2040-01-01'), rv: 'e1-0', tv: '1', variables: {} },
  options: { width: 60, height: 40, format: 'png', devicePixelRatio: 1 },
  ...change,
});

/**
 * What delivers images, all in memory, on a clock of its own; several processes may share one.
 *
 * @param fetchRemote what remote addresses answer at this moment; the fetches are counted here.
 */
export const memoryDelivery = (
  fetchRemote: RemoteImages['fetch'] = async () => ({ ok: false, reason: 'HTTP 404' }),
) => {
  const cached = new Map<string, CachedImage>();
  const cachedImages = new Map<string, CachedRemoteImage>();
  const attempts = new Map<string, RenderLease>();
  const pinned = new Map<string, Uint8Array>();
  const trees = new Map<string, NonNullable<ReturnType<typeof packTree>>>();
  /** How often each address was fetched. */
  const fetches = new Map<string, number>();
  /** Logged lines, and sums of what was counted. */
  const reported: { readonly message: string; readonly details: Readonly<Record<string, unknown>> }[] = [];
  const counted: Record<string, number> = {};

  const ports = {
    'keyring:read': { keyring: async () => keyring },
    'settings:edge': { isBehindEdge: false },
    'denyList:read': { findEnd: async () => undefined },
    'revocations:read': { isRevoked: async () => false },
    'images:read': { find: async (name) => cached.get(name) },
    'images:write': {
      put: async (name, { bytes, format, missing, freshUntil }, replaces) => {
        if (cached.has(name) && !replaces) return false;
        cached.set(name, { bytes, format, missing, ...(freshUntil && { freshUntil }) });
        return true;
      },
    },
    'trees:read': {
      findCachedImages: async () => new Map(),
      find: async (address) => {
        const tree = trees.get(address);
        const own = [...cachedImages].filter(([key]) => key.startsWith(`${address} `));
        return (
          tree && {
            ...tree,
            accountId: 'u',
            cachedImages: new Map(own.map(([key, cachedImage]) => [key.slice(address.length + 1), cachedImage])),
          }
        );
      },
    },
    'trees:cacheRemoteImages': {
      recordImage: async (address, name, cachedImage, seen) => {
        const key = `${address} ${name}`;
        if (JSON.stringify(cachedImages.get(key)) === JSON.stringify(seen)) cachedImages.set(key, cachedImage);
        return cachedImages.get(key) as CachedRemoteImage;
      },
    },
    'cachedRemoteImages:read': { find: async (_account, hash) => pinned.get(hash) },
    'cachedRemoteImages:write': {
      put: async (_account, bytes) => {
        const hash = createHash('sha256').update(bytes).digest('hex');
        pinned.set(hash, bytes);
        return hash;
      },
    },
    'fontFiles:read': { read: (_account, hash) => Promise.reject(new Error(`There is no font ${hash}.`)) },
    'fontPacks:read': { read: (hash) => Promise.reject(new Error(`There is no pack ${hash}.`)) },
    'renderLeases:acquire': {
      find: async (name) => attempts.get(name),
      begin: async (name, attempt, seen) => {
        if (attempts.get(name)?.id !== seen?.id) return false;
        attempts.set(name, attempt);
        return true;
      },
      end: async (name, { id }, outcome) => {
        if (attempts.get(name)?.id !== id) return;
        if (outcome) attempts.set(name, outcome);
        else attempts.delete(name);
      },
    },
    'closedAccounts:read': { isClosed: async () => false },
    'renderFailures:add': { add: async () => undefined },
    'remoteImages:fetch': {
      fetch: (url, space) => {
        fetches.set(url, (fetches.get(url) ?? 0) + 1);
        return fetchRemote(url, space);
      },
    },
  } satisfies PortsOf<'renderImage'>;

  const runtime: Runtime = {
    defaultEngine: 'satori',
    now: () => new Date(delivery.now),
    beginAct: async () => undefined,
    answerAgain: () => undefined,
    writeQuotaHeaders: () => undefined,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    log: (_level, message, details = {}) => void reported.push({ message, details }),
    count: (values) => {
      for (const [name, value] of Object.entries(values)) counted[name] = (counted[name] ?? 0) + value;
    },
  };
  /** The query of a URL that is signed as this service signs. */
  const sign = (query: ImageQuery): string => getSignedQuery(query, keyring.keys[0] as SigningKey);
  const delivery = {
    /** Unix milliseconds; tests move it. */
    now: Date.parse('2026-11-22T12:00:00Z'),
    ...{ ports, cached, cachedImages, attempts, fetches, reported, counted, runtime, sign },
    store: (query: ImageQuery, tree: VElement): void => {
      const packed = packTree(tree);
      if (!packed) throw new Error('The tree is too large.');
      trees.set(getTreeAddress(query), packed);
    },
    /** Resolves when the work after the answer is done, too. */
    render: (query: ImageQuery): Promise<DeliveredImage> => answered(renderImage(ports, runtime, sign(query))),
  };
  return delivery;
};
export type MemoryDelivery = ReturnType<typeof memoryDelivery>;
