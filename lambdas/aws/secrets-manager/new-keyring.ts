import { randomBytes } from 'node:crypto';
import { CreateSecretCommand, ResourceExistsException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { newKeyring } from '../../core/signing/keyring.ts';

/** Creates the keyring's secret with a first key, unless it exists. */
export const createKeyring = async (secretName: string): Promise<void> => {
  const keyring = newKeyring(randomBytes(32), new Date());
  try {
    const command = new CreateSecretCommand({ Name: secretName, SecretString: JSON.stringify(keyring) });
    await new SecretsManagerClient({}).send(command);
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  }
};
