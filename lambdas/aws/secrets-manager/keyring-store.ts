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
import { parseKeyring } from '../../core/signing/keyring.ts';
import { budgeted } from '../budgeted.ts';
import type { Adapter } from '../connect.ts';
import { patience } from '../timeouts.ts';

/**
 * Versions of the keyring's secret. Staging labels say which is in use (`AWSCURRENT`), was (`AWSPREVIOUS`) or will be
 * (`AWSPENDING`); moving `AWSCURRENT` names the version it must be taken from, which makes it a conditional write.
 */
export const secretsManagerKeyringStore: Adapter<'keyring:rotate'> = ({ SIGNING_SECRET: SecretId }) => {
  const secrets = budgeted(new SecretsManagerClient({ requestHandler: patience(3) }));
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
    async find(which) {
      const labels = { current: 'AWSCURRENT', previous: 'AWSPREVIOUS', pending: 'AWSPENDING' };
      const found = await read(
        typeof which === 'string' ? { VersionStage: labels[which] } : { VersionId: which.version },
      );
      if (!found?.VersionId) return undefined;
      const keyring = parseKeyring(found.SecretString ?? '');
      return { version: found.VersionId, ...(keyring && { keyring }) };
    },
    async propose(version, value) {
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
    async claim(version) {
      const { VersionIdsToStages = {} } = await secrets.send(new DescribeSecretCommand({ SecretId }));
      const holder = Object.keys(VersionIdsToStages).find((id) => VersionIdsToStages[id]?.includes('AWSPENDING'));
      if (holder === version) return true;
      return moveLabel('AWSPENDING', { MoveToVersionId: version, ...(holder && { RemoveFromVersionId: holder }) });
    },
    accept: (version, instead) =>
      moveLabel('AWSCURRENT', { MoveToVersionId: version, ...(instead && { RemoveFromVersionId: instead }) }),
    async withdraw(version) {
      await moveLabel('AWSPENDING', { RemoveFromVersionId: version });
    },
  };
};
