import {
  GetSecretValueCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { abortAtDeadline } from '../abort-at-deadline.ts';
import { patience } from '../timeouts.ts';

const labels = { current: 'AWSCURRENT', previous: 'AWSPREVIOUS', pending: 'AWSPENDING' } as const;
type Label = keyof typeof labels;

/** Returns a Secrets Manager client, with operations on the versions of secrets and their labels. */
export const secretVersions = () => {
  const client = abortAtDeadline(new SecretsManagerClient({ requestHandler: patience(3) }));
  return {
    client,
    /** Returns the version with a label, or one by its id; undefined if there is none. */
    async find(SecretId: string, which: Label | { readonly version: string }) {
      const wanted = typeof which === 'string' ? { VersionStage: labels[which] } : { VersionId: which.version };
      try {
        return await client.send(new GetSecretValueCommand({ SecretId, ...wanted }));
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      }
    },
    /** Stores a text as the pending version. @returns false if a version with this id exists, which is unchanged */
    async propose(SecretId: string, version: string, SecretString: string): Promise<boolean> {
      const pending = { ClientRequestToken: version, SecretString, VersionStages: [labels.pending] };
      try {
        await client.send(new PutSecretValueCommand({ SecretId, ...pending }));
        return true;
      } catch (error) {
        if (error instanceof ResourceExistsException) return false;
        throw error;
      }
    },
    /** Moves a label between versions, or adds or removes it. @returns false if `from` does not have it */
    async moveLabel(SecretId: string, label: Label, to: string | undefined, from: string | undefined) {
      const move = { MoveToVersionId: to, RemoveFromVersionId: from };
      try {
        await client.send(new UpdateSecretVersionStageCommand({ SecretId, VersionStage: labels[label], ...move }));
        return true;
      } catch (error) {
        if (error instanceof InvalidParameterException) return false;
        throw error;
      }
    },
  };
};
