import {
  GetSecretValueCommand,
  type GetSecretValueCommandInput,
  InvalidRequestException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { budgeted } from '../budgeted.ts';
import type { Adapter } from '../connect.ts';
import { patience } from '../timeouts.ts';

const labels = { current: 'AWSCURRENT', previous: 'AWSPREVIOUS' } as const;

/** API keys as versions of secrets, which requests name. */
export const secretsManagerKeySecrets: Adapter<'keySecrets:write'> = () => {
  const secrets = budgeted(new SecretsManagerClient({ requestHandler: patience(3) }));
  const find = async (input: GetSecretValueCommandInput) => {
    try {
      return await secrets.send(new GetSecretValueCommand(input));
    } catch (error) {
      // one that is marked for deletion refuses to be read
      if (error instanceof ResourceNotFoundException || error instanceof InvalidRequestException) return undefined;
      throw error;
    }
  };
  const makeCurrent = async (SecretId: string, version: string): Promise<void> => {
    const current = await find({ SecretId, VersionStage: labels.current });
    if (current?.VersionId === version) return;
    const command = new UpdateSecretVersionStageCommand({
      SecretId,
      VersionStage: labels.current,
      MoveToVersionId: version,
      ...(current?.VersionId !== undefined && { RemoveFromVersionId: current.VersionId }),
    });
    await secrets.send(command);
  };

  return {
    async read(SecretId, which) {
      return (await find({ SecretId, VersionStage: labels[which] }))?.SecretString;
    },
    async propose(SecretId, ClientRequestToken, SecretString) {
      const version = { SecretId, ClientRequestToken, SecretString, VersionStages: ['AWSPENDING'] };
      try {
        await secrets.send(new PutSecretValueCommand(version));
        return SecretString;
      } catch (error) {
        if (!(error instanceof ResourceExistsException)) throw error;
        const stored = (await find({ SecretId, VersionId: ClientRequestToken }))?.SecretString;
        if (stored === undefined) throw error;
        return stored;
      }
    },
    accept: makeCurrent,
    async restore(SecretId) {
      const previous = await find({ SecretId, VersionStage: labels.previous });
      if (previous?.VersionId !== undefined) await makeCurrent(SecretId, previous.VersionId);
    },
  };
};
