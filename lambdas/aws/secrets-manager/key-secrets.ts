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
import { patience } from '../timeouts.ts';

const labels = { current: 'AWSCURRENT', previous: 'AWSPREVIOUS' } as const;

/** API keys in Secrets Manager, each the whole text of a secret, which requests name. */
export const secretsManagerKeySecrets = () => {
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
    /** The text of a secret's current or previous value; undefined when there is none. */
    async read(SecretId: string, which: 'current' | 'previous'): Promise<string | undefined> {
      return (await find({ SecretId, VersionStage: labels[which] }))?.SecretString;
    },
    /**
     * Stores a text as the pending value of a secret.
     *
     * @param ClientRequestToken one call has one token, also when it is repeated.
     * @returns the text, or that of an earlier call with the same token
     */
    async propose(SecretId: string, ClientRequestToken: string, SecretString: string): Promise<string> {
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
    /** Makes the value of a token the current one. */
    accept: makeCurrent,
    /** Makes the previous value the current one again. */
    async restore(SecretId: string): Promise<void> {
      const previous = await find({ SecretId, VersionStage: labels.previous });
      if (previous?.VersionId !== undefined) await makeCurrent(SecretId, previous.VersionId);
    },
  };
};
