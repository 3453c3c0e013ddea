import { randomBytes } from 'node:crypto';
import { CreateSecretCommand, DescribeSecretCommand, ResourceExistsException } from '@aws-sdk/client-secrets-manager';
import { type Keyring, newKeyring, parseKeyring } from 'image-url-contract/signing/keyring.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import type { KeyringVersion } from '../../ports/keyring.ts';
import { secretVersions } from './secret-versions.ts';

/**
 * Versions of the keyring's secret, labelled as in use (`AWSCURRENT`), last (`AWSPREVIOUS`) or next (`AWSPENDING`).
 * Moving `AWSCURRENT` names the version that loses it, which makes it a conditional write.
 */
export const secretsManagerKeyringStore = ({ SIGNING_SECRET: SecretId }: EnvironmentOf<'keyring:rotate'>) => {
  const secrets = secretVersions();
  return {
    /** Returns the current, previous or pending version, or one by its id; undefined if there is none. */
    async find(
      which: 'current' | 'previous' | 'pending' | { readonly version: string },
    ): Promise<KeyringVersion | undefined> {
      const found = await secrets.find(SecretId, which);
      if (!found?.VersionId) return undefined;
      const keyring = parseKeyring(found.SecretString ?? '');
      return { version: found.VersionId, ...(keyring && { keyring }) };
    },
    /** Stores a keyring as a new version. An existing version is unchanged. */
    async propose(version: string, value: Keyring): Promise<void> {
      await secrets.propose(SecretId, version, JSON.stringify(value));
    },
    /** Gives a version the label `AWSPENDING`. @returns false if another call moved the label meanwhile */
    async claim(version: string): Promise<boolean> {
      const { VersionIdsToStages = {} } = await secrets.client.send(new DescribeSecretCommand({ SecretId }));
      const holder = Object.keys(VersionIdsToStages).find((id) => VersionIdsToStages[id]?.includes('AWSPENDING'));
      return holder === version || secrets.moveLabel(SecretId, 'pending', version, holder);
    },
    /** Makes a version current in place of `instead`. @returns false if `instead` is not current */
    accept: (version: string, instead: string | undefined): Promise<boolean> =>
      secrets.moveLabel(SecretId, 'current', version, instead),
    /** Removes the label `AWSPENDING` from a version. */
    async withdraw(version: string): Promise<void> {
      await secrets.moveLabel(SecretId, 'pending', undefined, version);
    },
  };
};

/** Creates the keyring's secret with a first key, unless it exists. */
export const createKeyring = async (secretName: string): Promise<void> => {
  const SecretString = JSON.stringify(newKeyring(randomBytes(32), new Date()));
  try {
    await secretVersions().client.send(new CreateSecretCommand({ Name: secretName, SecretString }));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  }
};
