import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type Keyring, parseKeyring } from '../core/signing/keyring.ts';
import type { Adapter } from './connect.ts';

/** How long a keyring is trusted without looking again; far below the delay before a new key signs. */
const freshMs = 5 * 60_000;

/**
 * The keyring, read from its secret and cached. When the secret cannot be read again, the last good keyring goes on
 * serving; without one there is no keyring, and whoever needs it fails.
 */
const cachedKeyring = (secretId: string): (() => Promise<Keyring>) => {
  const secrets = new SecretsManagerClient({});
  let known: { readonly keyring: Keyring; readonly readAt: number } | undefined;
  let reading: Promise<Keyring> | undefined;

  const read = async (): Promise<Keyring> => {
    const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
    const found = parseKeyring(SecretString ?? '');
    if (!found) throw new Error('The keyring has no key yet.');
    known = { keyring: found, readAt: performance.now() };
    return found;
  };

  return async () => {
    if (known && performance.now() - known.readAt < freshMs) return known.keyring;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    const last = known;
    return last ? reading.catch(() => last.keyring) : reading;
  };
};

/** The keyring for minters. */
export const secretsManagerSigningKeys: Adapter<'signingKeys:read'> = (environment) => ({
  imageUrl: environment.IMAGE_URL,
  lifetimeDays: environment.URL_LIFETIME_DAYS,
  keyring: cachedKeyring(environment.SIGNING_SECRET),
});

/** The keyring for the verifier. */
export const secretsManagerVerifyingKeys: Adapter<'signingKeys:verify'> = (environment) => ({
  isBehindEdge: environment.EDGE_FUNCTION === 'on',
  keyring: cachedKeyring(environment.SIGNING_SECRET),
});
