import * as z from 'zod';

const keyId = /^[0-9a-z]{1,4}$/;

/** Whether a text has the form of a key's id; no other entry of the edge's store has. */
export const isKeyId = (text: string): boolean => keyId.test(text);

/** One signing key. */
const signingKey = z.object({
  /** Stands in every signature the key made: 1 to 4 base36 digits. */
  id: z.string().regex(keyId),
  /** At least 256 random bits, base64url. */
  secret: z.string().regex(/^[A-Za-z0-9_-]{43,}$/),
  /** Minters use the key from this moment on, in Unix milliseconds; verifiers accept it at once. */
  signFrom: z.int(),
});

/** All keys that may still verify a URL. Stored as one secret. */
export const keyring = z.object({ formatVersion: z.literal(1), keys: z.array(signingKey).min(1) });

export type SigningKey = z.output<typeof signingKey>;
export type Keyring = z.output<typeof keyring>;

/** A secret that was made before its first key says so. */
const blank = z.object({ formatVersion: z.literal(0) });

/**
 * Reads a stored keyring; undefined when the secret holds none yet.
 *
 * @throws on anything else. The message never quotes the secret.
 */
export const parseKeyring = (text: string): Keyring | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('The keyring is no JSON.');
  }
  return blank.safeParse(value).success ? undefined : keyring.parse(value);
};

/** How long a new key waits before it signs, so that every cache of the keyring knows it by then (docs/decisions/0052). */
export const signDelayMs = 15 * 60_000;

/** The newest key whose moment has come; undefined when there is none. */
export const keyToSignWith = ({ keys }: Keyring, now: Date): SigningKey | undefined =>
  keys.filter((key) => key.signFrom <= now.getTime()).sort((a, b) => b.signFrom - a.signFrom)[0];

/** The key a signature names, whether or not its moment has come. */
export const keyToVerifyWith = ({ keys }: Keyring, id: string): SigningKey | undefined =>
  keys.find((key) => key.id === id);

/** Id of the key that a first keyring has; whoever knows another one knows of a later keyring. */
export const firstKeyId = '1';

/**
 * A first keyring, whose key signs at once.
 *
 * @param random at least 32 random bytes.
 */
export const newKeyring = (random: Uint8Array, now: Date): Keyring => ({
  formatVersion: 1,
  keys: [{ id: firstKeyId, secret: Buffer.from(random).toString('base64url'), signFrom: now.getTime() }],
});
