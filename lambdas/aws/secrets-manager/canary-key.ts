import { CreateSecretCommand, PutSecretValueCommand, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { secretVersions } from './secret-versions.ts';

/** Contents of the secret: no key at first (format 0), then that of the canary's account (format 1). */
const stored = z.union([
  z.object({ formatVersion: z.literal(1), apiKey: z.string() }),
  z.object({ formatVersion: z.literal(0), apiKey: z.undefined().optional() }),
]);

/** Returns the canary's API key; undefined before `canary enrol`. */
export const readCanaryKey = async (secretId: string): Promise<string | undefined> => {
  const found = await secretVersions().find(secretId, 'current');
  return found && stored.parse(JSON.parse(found.SecretString ?? '')).apiKey;
};

/** Stores the canary's API key. Creates the secret if it does not exist. */
export const writeCanaryKey = async (SecretId: string, apiKey: string): Promise<void> => {
  const { client } = secretVersions();
  const SecretString = JSON.stringify({ formatVersion: 1, apiKey });
  try {
    await client.send(new PutSecretValueCommand({ SecretId, SecretString }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    await client.send(new CreateSecretCommand({ Name: SecretId, SecretString }));
  }
};
