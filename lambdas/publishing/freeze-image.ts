import { isServiceError } from '../contract/errors.ts';
import { startOfDay } from '../domain/days.ts';
import { consumeUnits, type WantedUnits } from '../limits/quota.ts';
import type { Ports } from '../ports/ports.ts';
import type { KeyLimit } from '../ports/quotas.ts';
import type { AccountRecord, FrozenImage } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { getTreeExpiry } from './store-trees.ts';

/** Below the lifetime of idempotency tokens; an older claim counts as paid. */
const tokenMs = 86_400_000;
/** Maximum number of claims of an image when other requests withdraw theirs. */
const triesAtMost = 3;
const claimIdBytes = 12;

/** An image that is frozen and counted once, for all requests and URLs of the account. */
export interface ImageToFreeze {
  readonly identity: string;
  readonly account: AccountRecord;
  /** The limits of the URL's key or site. @default none */
  readonly keys?: readonly KeyLimit[] | undefined;
  /** Whether a request for an on-demand URL or a site image freezes it. @default a mint */
  readonly isRequested?: boolean;
  /** What was frozen when it was just read. @default it is read here */
  readonly found?: FrozenImage | undefined;
}

/** Returns the unit of an image. Its idempotency token is derived from the identity. */
export const getUnit = ({ identity, keys }: Pick<ImageToFreeze, 'identity' | 'keys'>): WantedUnits => ({
  quota: 'mints',
  units: 1,
  reservation: { name: `on-demand ${identity}` },
  keys,
});

/**
 * Consumes the unit of a claim, at the time of the claim, so that every request finds its token in the same billing
 * month.
 */
const consume = async (
  ports: Pick<Ports, 'onDemand:freeze' | 'mints:spend'>,
  runtime: Runtime,
  { identity, account, keys, isRequested }: ImageToFreeze,
  claimed: FrozenImage,
): Promise<void> => {
  const { claimedAt } = claimed;
  if (runtime.now().getTime() - claimedAt.getTime() >= tokenMs) return;
  const { keyed: _keyed, ...unkeyed } = runtime;
  const atClaim = keys?.map((key) => (key.day ? { ...key, day: startOfDay(claimedAt) } : key));
  const unit = { ...getUnit({ identity, keys: atClaim }), ...(isRequested && { part: 'onDemandRenders' as const }) };
  try {
    await consumeUnits(ports['mints:spend'], { ...unkeyed, now: () => claimedAt }, account, unit);
    runtime.count({ Mints: 1 });
  } catch (error) {
    const isRefused = isServiceError(error) && ['QUOTA_EXCEEDED', 'KEY_LIMIT_EXCEEDED'].includes(error.code);
    if (isRefused) await ports['onDemand:freeze'].withdraw(identity, claimed);
    throw error;
  }
};

const claim = (
  images: Ports['onDemand:freeze'],
  runtime: Runtime,
  image: ImageToFreeze,
  { query, warnings = [] }: Pick<FrozenImage, 'query' | 'warnings'>,
) => {
  const claimedAt = runtime.now();
  const { accountId } = image.account;
  const claimId = Buffer.from(runtime.randomBytes(claimIdBytes)).toString('base64url');
  return images.claim(
    image.identity,
    { accountId, query, claimId, claimedAt, isPaid: false, ...(warnings.length > 0 && { warnings }) },
    getTreeExpiry(claimedAt),
  );
};

/**
 * Returns the frozen image of an identity. The first call claims it, consumes one unit and marks it as paid, in this
 * order: a crash costs at most one unit, and a claimed image never changes. Concurrent calls may evaluate twice.
 *
 * @param prepare evaluates the template and stores the tree; called only for an image that is not claimed
 * @throws QUOTA_EXCEEDED, KEY_LIMIT_EXCEEDED, with nothing frozen; what `prepare` throws
 */
export const freezeImage = async (
  ports: Pick<Ports, 'onDemand:freeze' | 'mints:spend'>,
  runtime: Runtime,
  image: ImageToFreeze,
  prepare: () => Promise<Pick<FrozenImage, 'query' | 'warnings'>>,
): Promise<FrozenImage> => {
  const images = ports['onDemand:freeze'];
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const known = tries === 0 && 'found' in image ? image.found : await images.find(image.identity);
    const claimed = known ?? (await claim(images, runtime, image, await prepare()));
    if (claimed?.isPaid) return claimed;
    if (!claimed) continue;
    await consume(ports, runtime, image, claimed);
    if (await images.pay(image.identity, claimed)) return { ...claimed, isPaid: true };
  }
  throw new Error('Claims of one image were withdrawn each time.');
};
