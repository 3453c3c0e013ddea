import { limits } from '../../contract/limits.ts';
import { type Keyring, newKeyring, type SigningKey, signDelayMs } from './keyring.ts';

const dayMs = 86_400_000;

/**
 * How long a key verifies after the next one began to sign: the longest life of a URL, rounded up to its day, and a day
 * for minters that could not read the secret and went on with the keyring they had.
 */
const afterlifeMs = (limits.urlLifetimeDays + 2) * dayMs;

/** Keys that a living URL may still need: all but those whose successor has signed for longer than any URL lives. */
export const neededKeys = (keys: readonly SigningKey[], now: Date): SigningKey[] => {
  const inOrder = keys.toSorted((a, b) => a.signFrom - b.signFrom);
  return inOrder.filter(({ signFrom }) => {
    // of keys that share a moment none follows the other: any of them may be the one that signs
    const successor = inOrder.find((key) => key.signFrom > signFrom);
    return successor === undefined || successor.signFrom + afterlifeMs > now.getTime();
  });
};

const lastMoment = (keys: readonly SigningKey[]): number => Math.max(...keys.map(({ signFrom }) => signFrom));

const highestId = 36 ** 4;
/** An id nobody could foresee, so that two rotations at once never give two secrets one id. */
const idFrom = (random: Uint8Array): string =>
  (Buffer.from(random).readUInt32BE() % highestId).toString(36).padStart(4, '0');

/**
 * The next keyring: the needed keys of the last one and a new key that signs after the delay every cache of the keyring
 * needs. Without a last keyring the new key signs at once, because nothing can have been cached.
 *
 * @param random renders bytes.
 */
export const nextKeyring = (last: Keyring | undefined, random: (count: number) => Uint8Array, now: Date): Keyring => {
  if (!last) return newKeyring(random(32), now);
  const taken = new Set(last.keys.map(({ id }) => id));
  let id = idFrom(random(4));
  while (taken.has(id)) id = idFrom(random(4));
  const secret = Buffer.from(random(32)).toString('base64url');
  // later than every other key's moment, however fast rotations follow each other and wherever the clock stands
  const signFrom = Math.max(now.getTime() + signDelayMs, lastMoment(last.keys) + 1);
  const added: SigningKey = { id, secret, signFrom };
  return { formatVersion: 1, keys: [...neededKeys(last.keys, now), added] };
};

const hasAll = (keys: readonly SigningKey[], wanted: readonly SigningKey[]): boolean =>
  wanted.every(({ id, secret, signFrom }) =>
    keys.some((key) => key.id === id && key.secret === secret && key.signFrom === signFrom),
  );

/** Least time between a keyring's coming into use and its new key's first signature: more than the keyring is cached. */
const noticeMs = 10 * 60_000;

/**
 * Whether a keyring may come into use after another: it has every needed key as it was, and adds none that others cannot know
 * yet or whose moment is not its own and the last.
 */
export const maySucceed = (proposed: Keyring, last: Keyring | undefined, now: Date): boolean => {
  if (!last) return true;
  const added = proposed.keys.filter((key) => !hasAll(last.keys, [key]));
  const isNoticed = added.every(({ signFrom }) => signFrom >= now.getTime() + noticeMs);
  const moments = new Set(added.map(({ signFrom }) => signFrom));
  const areLast = moments.size === added.length && added.every(({ signFrom }) => signFrom > lastMoment(last.keys));
  return hasAll(proposed.keys, neededKeys(last.keys, now)) && isNoticed && areLast;
};
