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
import { abortAtDeadline } from '../abort-at-deadline.ts';
import { patience } from '../timeouts.ts';

const labels = { current: 'AWSCURRENT', previous: 'AWSPREVIOUS' } as const;

/** API keys in Secrets Manager, each the whole text of a secret that a request names. */
export const secretsManagerKeySecrets = () => {
  const secrets = abortAtDeadline(new SecretsManagerClient({ requestHandler: patience(3) }));
  const find = async (input: GetSecretValueCommandInput) => {
    try {
      return await secrets.send(new GetSecretValueCommand(input));
    } catch (error) {
      // a secret that is marked for deletion cannot be read
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
    /** Returns the current or previous text of a secret; undefined if there is none. */
    async read(SecretId: string, which: 'current' | 'previous'): Promise<string | undefined> {
      return (await find({ SecretId, VersionStage: labels[which] }))?.SecretString;
    },
    /**
     * Stores a text as the pending value of a secret.
     *
     * @param ClientRequestToken identifies the call; a repeated call has the same one
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
    /** Makes the value of a token current. */
    accept: makeCurrent,
    /** Makes the previous value current again. */
    async restore(SecretId: string): Promise<void> {
      const previous = await find({ SecretId, VersionStage: labels.previous });
      if (previous?.VersionId !== undefined) await makeCurrent(SecretId, previous.VersionId);
    },
  };
};
