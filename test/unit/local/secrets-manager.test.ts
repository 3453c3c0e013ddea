import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateSecretCommand, GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localCredentials, localRegion } from '../../../local/credentials.ts';
import type { Emulator } from '../../../local/listen.ts';
import { startSecretsManager } from '../../../local/secrets-manager.ts';

const SecretId = 'signing';
let dir: string;
let server: Emulator;
let client: SecretsManagerClient;

const clientWith = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
  new SecretsManagerClient({ endpoint: server.url, region: localRegion, credentials, maxAttempts: 1 });

const create = () => client.send(new CreateSecretCommand({ Name: SecretId, SecretString: 'one' }));
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'secrets-'));
  server = await startSecretsManager({ dir });
  client = clientWith(localCredentials);
});

afterEach(async () => {
  client.destroy();
  await server.close();
  await rm(dir, { recursive: true });
});

describe('the Secrets Manager emulator', () => {
  it('finds a secret by its name and by its ARN', async () => {
    const { ARN, VersionId } = await create();

    const byName = await client.send(new GetSecretValueCommand({ SecretId }));
    const byArn = await client.send(new GetSecretValueCommand({ SecretId: ARN }));

    const expected = { ARN, Name: SecretId, SecretString: 'one', VersionId, VersionStages: ['AWSCURRENT'] };
    expect(byName).toMatchObject(expected);
    expect(byArn).toMatchObject(expected);
    expect(byName.CreatedDate).toBeInstanceOf(Date);
  });

  it('persists secrets between starts, readable by their owner only', async () => {
    await create();
    await server.close();

    server = await startSecretsManager({ dir });
    client.destroy();
    client = clientWith(localCredentials);

    expect(await client.send(new GetSecretValueCommand({ SecretId }))).toMatchObject({ SecretString: 'one' });
    expect((await stat(join(dir, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['another key id', { ...localCredentials, accessKeyId: 'other' }, 'UnrecognizedClientException'],
    ['another secret', { ...localCredentials, secretAccessKey: 'other' }, 'InvalidSignatureException'],
  ])('refuses a signature with %s', async (_title, credentials, name) => {
    await create();
    const stranger = clientWith(credentials);

    await expect(stranger.send(new GetSecretValueCommand({ SecretId }))).rejects.toMatchObject({ name });
    stranger.destroy();
  });
});
