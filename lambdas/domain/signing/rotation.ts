import { dayMs } from 'image-url-contract/days.ts';
import { limits } from 'image-url-contract/limits.ts';
import { type Keyring, newKeyring, type SigningKey, signDelayMs } from 'image-url-contract/signing/keyring.ts';

/**
 * Milliseconds for which a key verifies after the next one has started to sign: the maximum lifetime of a URL, rounded
 * up to its day, and a day for functions that could not read the new keyring.
 */
const afterlifeMs = (limits.urlLifetimeDays + 2) * dayMs;

/** Returns the keys that a valid URL may need: those without a successor that has signed for a URL's lifetime. */
export const selectNeededKeys = (keys: readonly SigningKey[], now: Date): SigningKey[] => {
  const inOrder = keys.toSorted((a, b) => a.signFrom - b.signFrom);
  return inOrder.filter(({ signFrom }) => {
    // Keys with the same time have no order: any of them may be the one that signs.
    const successor = inOrder.find((key) => key.signFrom > signFrom);
    return successor === undefined || successor.signFrom + afterlifeMs > now.getTime();
  });
};

const lastMoment = (keys: readonly SigningKey[]): number => Math.max(...keys.map(({ signFrom }) => signFrom));

const highestId = 36 ** 4;
/** Returns a random id, so that concurrent rotations do not give two secrets the same id. */
const idFrom = (random: Uint8Array): string =>
  (Buffer.from(random).readUInt32BE() % highestId).toString(36).padStart(4, '0');

/**
 * Returns the next keyring: the needed keys of the last one, and a new key that signs after `signDelayMs`, when every
 * cache has the keyring. Without a last keyring the new key signs immediately, because nothing is cached.
 *
 * @param random returns `count` random bytes.
 */
export const createNextKeyring = (
  last: Keyring | undefined,
  random: (count: number) => Uint8Array,
  now: Date,
): Keyring => {
  if (!last) return newKeyring(random(32), now);
  const usedIds = new Set(last.keys.map(({ id }) => id));
  let id = idFrom(random(4));
  while (usedIds.has(id)) id = idFrom(random(4));
  const secret = Buffer.from(random(32)).toString('base64url');
  // Later than all other keys, even if rotations follow each other quickly or the clock is wrong.
  const signFrom = Math.max(now.getTime() + signDelayMs, lastMoment(last.keys) + 1);
  const added: SigningKey = { id, secret, signFrom };
  return { formatVersion: 1, keys: [...selectNeededKeys(last.keys, now), added] };
};

const hasAll = (keys: readonly SigningKey[], wanted: readonly SigningKey[]): boolean =>
  wanted.every(({ id, secret, signFrom }) =>
    keys.some((key) => key.id === id && key.secret === secret && key.signFrom === signFrom),
  );

/** Minimum milliseconds before a new key signs, longer than a keyring is cached. */
const noticeMs = 10 * 60_000;

/**
 * Returns whether a keyring may follow another: it contains every needed key unchanged, and its new keys sign after all
 * others and late enough for every cache to have them.
 */
export const maySucceed = (proposed: Keyring, last: Keyring | undefined, now: Date): boolean => {
  if (!last) return true;
  const added = proposed.keys.filter((key) => !hasAll(last.keys, [key]));
  const isNoticed = added.every(({ signFrom }) => signFrom >= now.getTime() + noticeMs);
  const moments = new Set(added.map(({ signFrom }) => signFrom));
  const areLast = moments.size === added.length && added.every(({ signFrom }) => signFrom > lastMoment(last.keys));
  return hasAll(proposed.keys, selectNeededKeys(last.keys, now)) && isNoticed && areLast;
};
