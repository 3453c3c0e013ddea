import { startOfDay } from 'image-url-contract/days.ts';
import { isServiceError } from 'image-url-contract/errors.ts';
import { isFrozen } from '../domain/records/image-records.ts';
import { consumeUnits, type WantedUnits } from '../limits/quota.ts';
import type { Ports } from '../ports/ports.ts';
import type { KeyLimit, SeenUsage } from '../ports/quotas.ts';
import type { AccountRecord, FrozenImage } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { getTreeExpiry } from './store-trees.ts';

/** Below the lifetime of idempotency tokens: an older claim is made anew. */
const tokenMs = 86_400_000;

/** An evaluated image, which is frozen and counted once for all requests and URLs of the account. */
export interface ImageToFreeze {
  readonly identity: string;
  readonly account: AccountRecord;
  readonly query: FrozenImage['query'];
  readonly warnings: readonly string[];
  /** When its unit was claimed first. */
  readonly claimedAt: Date;
  /** The limits of the URL's key or site. @default none */
  readonly keys?: readonly KeyLimit[] | undefined;
  /** Whether a request for an on-demand URL or a site image freezes it. @default a mint */
  readonly isRequested?: boolean;
  /** Usage that this request has read. */
  readonly seen?: SeenUsage | undefined;
  /** Its tree, which is being stored. @default it is stored */
  readonly stored?: Promise<void>;
}

/** Returns the unit of an image. Its idempotency token is derived from the identity. */
export const getUnit = ({ identity, keys, seen }: Pick<ImageToFreeze, 'identity' | 'keys' | 'seen'>): WantedUnits => ({
  ...{ quota: 'mints', units: 1, keys, seen },
  reservation: { name: `on-demand ${identity}` },
});

/**
 * Freezes a claimed image: consumes its unit at the time of the claim, so that every request finds its token in the same
 * billing month, and then stores the query, once the tree is stored as well. A crash in between, or a tree that cannot
 * be stored, costs at most the unit, which the next request finds consumed: nothing was shown yet. A frozen image never
 * changes.
 *
 * @returns the frozen image, which may be that of another request
 * @throws QUOTA_EXCEEDED, KEY_LIMIT_EXCEEDED, with nothing frozen
 */
export const freezeImage = async (
  ports: Pick<Ports, 'onDemand:freeze' | 'mints:spend'>,
  runtime: Runtime,
  { identity, account, query, warnings, keys, isRequested, seen, stored, claimedAt: claimed }: ImageToFreeze,
): Promise<FrozenImage> => {
  const now = runtime.now();
  const claimedAt = now.getTime() - claimed.getTime() < tokenMs ? claimed : now;
  const { keyed: _keyed, ...unkeyed } = runtime;
  const atClaim = keys?.map((key) => (key.day ? { ...key, day: startOfDay(claimedAt) } : key));
  const part = isRequested ? ('onDemandRenders' as const) : undefined;
  const unit = { ...getUnit({ identity, keys: atClaim, seen }), part };
  const consuming = consumeUnits(ports['mints:spend'], { ...unkeyed, now: () => claimedAt }, account, unit);
  // a refusal says more than a tree that could not be stored
  const [consumed, kept] = await Promise.allSettled([consuming, stored]);
  if (consumed.status === 'rejected') throw consumed.reason;
  if (kept.status === 'rejected') throw kept.reason;
  runtime.count({ Mints: 1 });
  const { accountId } = account;
  const frozen = { accountId, query, claimedAt, frozenAt: now, ...(warnings.length > 0 && { warnings }) };
  const images = ports['onDemand:freeze'];
  if (await images.freeze(identity, frozen, getTreeExpiry(claimedAt))) return frozen;
  const other = await images.find(identity);
  if (isFrozen(other)) return other;
  throw new Error('A frozen image was lost.');
};

/** Returns whether an error says that no unit was consumed because none is left. */
export const isRefusal = (error: unknown): boolean =>
  isServiceError(error) && ['QUOTA_EXCEEDED', 'KEY_LIMIT_EXCEEDED'].includes(error.code);
