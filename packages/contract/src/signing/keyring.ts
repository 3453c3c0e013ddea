import * as z from 'zod';

const keyId = /^[0-9a-z]{1,4}$/;

/** Returns whether a text has the form of a key id. No other entry of the edge's key-value store has this form. */
export const isKeyId = (text: string): boolean => keyId.test(text);

const signingKey = z.object({
  /** Part of every signature by the key: 1 to 4 base36 digits. */
  id: z.string().regex(keyId),
  /** At least 256 random bits, base64url. */
  secret: z.string().regex(/^[A-Za-z0-9_-]{43,}$/),
  /** Time from which mints use the key, in Unix milliseconds. It verifies immediately. */
  signFrom: z.int(),
});

/** All keys that may still verify a URL. Stored as one secret. */
export const keyring = z.object({ formatVersion: z.literal(1), keys: z.array(signingKey).min(1) });

export type SigningKey = z.output<typeof signingKey>;
export type Keyring = z.output<typeof keyring>;

/** Content of a secret without a key. */
const blank = z.object({ formatVersion: z.literal(0) });

/**
 * Parses a stored keyring; undefined if the secret has no key yet.
 *
 * @throws for any other content. The message never quotes the secret.
 */
export const parseKeyring = (text: string): Keyring | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('The keyring is not valid JSON.');
  }
  return blank.safeParse(value).success ? undefined : keyring.parse(value);
};

/** Delay before a new key signs, so that every cache of the keyring contains it (docs/decisions/0052). */
export const signDelayMs = 15 * 60_000;

/** Returns the newest key that may sign now; undefined if there is none. */
export const getSigningKey = ({ keys }: Keyring, now: Date): SigningKey | undefined =>
  keys.filter((key) => key.signFrom <= now.getTime()).sort((a, b) => b.signFrom - a.signFrom)[0];

/** Returns the key with the id in a signature, even if it may not sign yet; undefined if there is none. */
export const getVerifyingKey = ({ keys }: Keyring, id: string): SigningKey | undefined =>
  keys.find((key) => key.id === id);

/** Id of the only key of a first keyring. Later keyrings have other ids. */
export const firstKeyId = '1';

/**
 * Returns a first keyring, whose key signs immediately.
 *
 * @param random at least 32 random bytes.
 */
export const newKeyring = (random: Uint8Array, now: Date): Keyring => ({
  formatVersion: 1,
  keys: [{ id: firstKeyId, secret: Buffer.from(random).toString('base64url'), signFrom: now.getTime() }],
});
