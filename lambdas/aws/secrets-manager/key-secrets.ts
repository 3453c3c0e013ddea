import { InvalidRequestException } from '@aws-sdk/client-secrets-manager';
import { secretVersions } from './secret-versions.ts';

/** API keys in Secrets Manager, each the whole text of a secret that a request names. */
export const secretsManagerKeySecrets = () => {
  const secrets = secretVersions();
  const find = (...call: Parameters<typeof secrets.find>) =>
    secrets.find(...call).catch((error: unknown) => {
      // a secret that is marked for deletion cannot be read
      if (error instanceof InvalidRequestException) return undefined;
      throw error;
    });
  const makeCurrent = async (secretId: string, version: string): Promise<void> => {
    const current = (await find(secretId, 'current'))?.VersionId;
    if (current === version || (await secrets.moveLabel(secretId, 'current', version, current))) return;
    throw new Error(`The version ${version} of ${secretId} cannot become current.`);
  };

  return {
    /** Returns the current or previous text of a secret; undefined if there is none. */
    async read(secretId: string, which: 'current' | 'previous'): Promise<string | undefined> {
      return (await find(secretId, which))?.SecretString;
    },
    /**
     * Stores a text as the pending value of a secret.
     *
     * @param version identifies the call; a repeated call has the same one
     * @returns the text, or that of an earlier call with the same version
     */
    async propose(secretId: string, version: string, text: string): Promise<string> {
      if (await secrets.propose(secretId, version, text)) return text;
      const stored = (await find(secretId, { version }))?.SecretString;
      if (stored === undefined) throw new Error(`The version ${version} of ${secretId} cannot be read.`);
      return stored;
    },
    /** Makes the value of a token current. */
    accept: makeCurrent,
    /** Makes the previous value current again. */
    async restore(secretId: string): Promise<void> {
      const previous = (await find(secretId, 'previous'))?.VersionId;
      if (previous !== undefined) await makeCurrent(secretId, previous);
    },
  };
};
