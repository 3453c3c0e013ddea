import { setTimeout } from 'node:timers/promises';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type Keyring, parseKeyring } from 'image-url-contract/signing/keyring.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { KeyringReader } from '../../ports/keyring.ts';
import { observedClient } from '../observed-client.ts';
import { patience } from '../timeouts.ts';

type Operators = Parameters<KeyringReader['keyring']>[0];

/** Milliseconds for which a keyring is cached; far below the delay before a new key signs. */
const freshMs = 5 * 60_000;

/** Milliseconds for which an old keyring is used after a failed read. */
const staleMs = 30_000;
/** Milliseconds for which a request waits for a read while there is an old keyring. */
const waitMs = 1_000;

/**
 * Returns the keyring, cached. If the secret cannot be read again, the last one that was read is used; without one, the
 * call throws. All requests share a read, so it has its own timeout and not that of one of them.
 */
const createCachedKeyring = (secretId: string): KeyringReader['keyring'] => {
  const secrets = observedClient(new SecretsManagerClient({ maxAttempts: 2, requestHandler: patience(2) }));
  let known: { readonly keyring: Keyring; readonly staleAt: number } | undefined;
  let reading: Promise<Keyring> | undefined;

  const read = async (operators: Operators): Promise<Keyring> => {
    try {
      const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
      const found = parseKeyring(SecretString ?? '');
      if (!found) throw new Error('The keyring has no key yet.');
      known = { keyring: found, staleAt: performance.now() + freshMs };
      return found;
    } catch (error) {
      if (!known) throw error;
      known = { ...known, staleAt: performance.now() + staleMs };
      operators.log('error', 'signing keys not read anew', { cause: error });
      operators.count({ StaleKeyrings: 1 });
      return known.keyring;
    }
  };

  return async (operators) => {
    if (known && performance.now() < known.staleAt) return known.keyring;
    reading ??= read(operators).finally(() => {
      reading = undefined;
    });
    return known ? Promise.race([reading, setTimeout(waitMs, known.keyring, { ref: false })]) : reading;
  };
};

export const secretsManagerKeyringReader = ({ SIGNING_SECRET }: EnvironmentOf<'keyring:read'>): KeyringReader => ({
  keyring: createCachedKeyring(SIGNING_SECRET),
});
