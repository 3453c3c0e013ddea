import { setTimeout } from 'node:timers/promises';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { type Keyring, parseKeyring } from '../../core/signing/keyring.ts';
import type { Keys } from '../../ports/signing-keys.ts';
import { patience } from '../timeouts.ts';

type Operators = Parameters<Keys['keyring']>[0];

/** How long a keyring is used before it is read again; far below the delay before a new key signs. */
const freshMs = 5 * 60_000;

/** After a failed read, how long the old keyring is used before the next one. */
const staleMs = 30_000;
/** How long a request waits for a read while there is an old keyring. */
const waitMs = 1_000;

/**
 * The keyring, read from its secret and cached. When the secret cannot be read again, the last good keyring goes on
 * serving; without one, reading fails. All requests share a read, so it has its own time limit and not that of one of them.
 */
const cachedKeyring = (secretId: string): Keys['keyring'] => {
  const secrets = new SecretsManagerClient({ maxAttempts: 2, requestHandler: patience(2) });
  let known: { readonly keyring: Keyring; readonly lookAgainAt: number } | undefined;
  let reading: Promise<Keyring> | undefined;

  const read = async (operators: Operators): Promise<Keyring> => {
    try {
      const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
      const found = parseKeyring(SecretString ?? '');
      if (!found) throw new Error('The keyring has no key yet.');
      known = { keyring: found, lookAgainAt: performance.now() + freshMs };
      return found;
    } catch (error) {
      if (!known) throw error;
      known = { ...known, lookAgainAt: performance.now() + staleMs };
      operators.log('error', 'signing keys not read anew', { cause: error });
      operators.count({ StaleKeyrings: 1 });
      return known.keyring;
    }
  };

  return async (operators) => {
    if (known && performance.now() < known.lookAgainAt) return known.keyring;
    reading ??= read(operators).finally(() => {
      reading = undefined;
    });
    return known ? Promise.race([reading, setTimeout(waitMs, known.keyring, { ref: false })]) : reading;
  };
};

/** The keyring for minters. */
export const secretsManagerSigningKeys = (environment: EnvironmentOf<'signingKeys:read'>) => ({
  imageUrl: environment.IMAGE_URL,
  lifetimeDays: environment.URL_LIFETIME_DAYS,
  keyring: cachedKeyring(environment.SIGNING_SECRET),
});

/** The keyring for the verifier. Only if `isBehindEdge`, the edge function's headers are trusted. */
export const secretsManagerVerifyingKeys = (environment: EnvironmentOf<'signingKeys:verify'>) => ({
  isBehindEdge: environment.EDGE_FUNCTION === 'on',
  keyring: cachedKeyring(environment.SIGNING_SECRET),
});
