import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { abortAtDeadline } from '../abort-at-deadline.ts';
import { patience } from '../timeouts.ts';

/** Contents of the secret: no key at first (format 0), then that of the canary's account (format 1). */
const stored = z.union([
  z.object({ formatVersion: z.literal(1), apiKey: z.string() }),
  z.object({ formatVersion: z.literal(0), apiKey: z.undefined().optional() }),
]);

const client = () => abortAtDeadline(new SecretsManagerClient({ requestHandler: patience(3) }));

/** Returns the canary's API key; undefined before `canary enrol`. */
export const readCanaryKey = async (SecretId: string): Promise<string | undefined> => {
  try {
    const { SecretString = '' } = await client().send(new GetSecretValueCommand({ SecretId }));
    return stored.parse(JSON.parse(SecretString)).apiKey;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

/** Stores the canary's API key. Creates the secret if it does not exist. */
export const writeCanaryKey = async (SecretId: string, apiKey: string): Promise<void> => {
  const SecretString = JSON.stringify({ formatVersion: 1, apiKey });
  try {
    await client().send(new PutSecretValueCommand({ SecretId, SecretString }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    await client().send(new CreateSecretCommand({ Name: SecretId, SecretString }));
  }
};
