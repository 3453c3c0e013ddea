import { setTimeout } from 'node:timers/promises';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type Keyring, parseKeyring } from '../core/signing/keyring.ts';
import type { Keys } from '../ports/ports.ts';
import type { Adapter } from './connect.ts';
import { patience } from './patience.ts';

/** How long a keyring is trusted without looking again; far below the delay before a new key signs. */
const freshMs = 5 * 60_000;

/** How long a keyring that could not be read anew serves before the next look. */
const staleMs = 30_000;
/** How long a request waits for a new look while there is a keyring to go on with. */
const waitMs = 1_000;

/**
 * The keyring, read from its secret and cached. When the secret cannot be read again, the last good keyring goes on
 * serving; without one there is no keyring, and whoever needs it fails. A look is shared by all requests, so it has its own
 * time and not that of one of them.
 */
const cachedKeyring = (secretId: string): Keys['keyring'] => {
  const secrets = new SecretsManagerClient({ maxAttempts: 2, requestHandler: patience(2) });
  let known: { readonly keyring: Keyring; readonly lookAgainAt: number } | undefined;
  let reading: Promise<Keyring> | undefined;

  const read = async (onStale: (cause: unknown) => void): Promise<Keyring> => {
    try {
      const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
      const found = parseKeyring(SecretString ?? '');
      if (!found) throw new Error('The keyring has no key yet.');
      known = { keyring: found, lookAgainAt: performance.now() + freshMs };
      return found;
    } catch (error) {
      if (!known) throw error;
      known = { ...known, lookAgainAt: performance.now() + staleMs };
      onStale(error);
      return known.keyring;
    }
  };

  return async (onStale) => {
    if (known && performance.now() < known.lookAgainAt) return known.keyring;
    reading ??= read(onStale).finally(() => {
      reading = undefined;
    });
    return known ? Promise.race([reading, setTimeout(waitMs, known.keyring, { ref: false })]) : reading;
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
