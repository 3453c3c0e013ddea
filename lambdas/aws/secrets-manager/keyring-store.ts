import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  type GetSecretValueCommandInput,
  InvalidParameterException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { type Keyring, parseKeyring } from '../../core/signing/keyring.ts';
import type { KeyringVersion } from '../../ports/keyring.ts';
import { abortAtDeadline } from '../abort-at-deadline.ts';
import { patience } from '../timeouts.ts';

/**
 * Versions of the keyring's secret, labelled as in use (`AWSCURRENT`), last (`AWSPREVIOUS`) or next (`AWSPENDING`).
 * Moving `AWSCURRENT` names the version that loses it, which makes it a conditional write.
 */
export const secretsManagerKeyringStore = ({ SIGNING_SECRET: SecretId }: EnvironmentOf<'keyring:rotate'>) => {
  const secrets = abortAtDeadline(new SecretsManagerClient({ requestHandler: patience(3) }));
  const read = async (which: Omit<GetSecretValueCommandInput, 'SecretId'>) => {
    try {
      return await secrets.send(new GetSecretValueCommand({ SecretId, ...which }));
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  };
  const moveLabel = async (
    VersionStage: string,
    change: { MoveToVersionId?: string; RemoveFromVersionId?: string },
  ) => {
    try {
      await secrets.send(new UpdateSecretVersionStageCommand({ SecretId, VersionStage, ...change }));
      return true;
    } catch (error) {
      if (error instanceof InvalidParameterException) return false;
      throw error;
    }
  };

  return {
    /** Returns the current, previous or pending version, or one by its id; undefined if there is none. */
    async find(
      which: 'current' | 'previous' | 'pending' | { readonly version: string },
    ): Promise<KeyringVersion | undefined> {
      const labels = { current: 'AWSCURRENT', previous: 'AWSPREVIOUS', pending: 'AWSPENDING' };
      const found = await read(
        typeof which === 'string' ? { VersionStage: labels[which] } : { VersionId: which.version },
      );
      if (!found?.VersionId) return undefined;
      const keyring = parseKeyring(found.SecretString ?? '');
      return { version: found.VersionId, ...(keyring && { keyring }) };
    },
    /** Stores a keyring as a new version without a label. An existing version is unchanged. */
    async propose(version: string, value: Keyring): Promise<void> {
      const command = new PutSecretValueCommand({
        SecretId,
        ClientRequestToken: version,
        SecretString: JSON.stringify(value),
        VersionStages: ['AWSPENDING'],
      });
      try {
        await secrets.send(command);
      } catch (error) {
        if (!(error instanceof ResourceExistsException)) throw error;
      }
    },
    /** Gives a version the label `AWSPENDING`. @returns false if another call moved the label meanwhile */
    async claim(version: string): Promise<boolean> {
      const { VersionIdsToStages = {} } = await secrets.send(new DescribeSecretCommand({ SecretId }));
      const holder = Object.keys(VersionIdsToStages).find((id) => VersionIdsToStages[id]?.includes('AWSPENDING'));
      if (holder === version) return true;
      return moveLabel('AWSPENDING', { MoveToVersionId: version, ...(holder && { RemoveFromVersionId: holder }) });
    },
    /** Makes a version current in place of `instead`. @returns false if `instead` is not current */
    accept: (version: string, instead: string | undefined): Promise<boolean> =>
      moveLabel('AWSCURRENT', { MoveToVersionId: version, ...(instead && { RemoveFromVersionId: instead }) }),
    /** Removes the label `AWSPENDING` from a version. */
    async withdraw(version: string): Promise<void> {
      await moveLabel('AWSPENDING', { RemoveFromVersionId: version });
    },
  };
};
