import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
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

const create = (SecretString = 'one') => client.send(new CreateSecretCommand({ Name: SecretId, SecretString }));
const put = (SecretString: string, ...VersionStages: string[]) =>
  client.send(
    new PutSecretValueCommand({ SecretId, SecretString, ...(VersionStages.length > 0 && { VersionStages }) }),
  );
const valueAt = async (VersionStage?: string) =>
  (await client.send(new GetSecretValueCommand({ SecretId, ...(VersionStage && { VersionStage }) }))).SecretString;

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

  it('rotates: a pending value becomes current when its label is moved', async () => {
    const { VersionId: old } = await create();
    const { VersionId: next } = await put('two', 'AWSPENDING');
    expect(await valueAt()).toBe('one');
    const move = (from: string | undefined) =>
      client.send(
        new UpdateSecretVersionStageCommand({
          SecretId,
          VersionStage: 'AWSCURRENT',
          MoveToVersionId: next,
          RemoveFromVersionId: from,
        }),
      );

    await expect(move(undefined)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await move(old);

    expect(await valueAt()).toBe('two');
    expect(await valueAt('AWSPREVIOUS')).toBe('one');
    const { VersionIdsToStages = {} } = await client.send(new DescribeSecretCommand({ SecretId }));
    expect(VersionIdsToStages).toEqual({
      [String(next)]: ['AWSPENDING', 'AWSCURRENT'],
      [String(old)]: ['AWSPREVIOUS'],
    });
  });

  it('takes a repetition under the same token for the same write, and another value for a mistake', async () => {
    await create();
    const again = (SecretString: string) =>
      client.send(new PutSecretValueCommand({ SecretId, SecretString, ClientRequestToken: 'a'.repeat(32) }));

    await again('two');
    await again('two');

    await expect(again('three')).rejects.toBeInstanceOf(ResourceExistsException);
    const { Versions = [] } = await client.send(new ListSecretVersionIdsCommand({ SecretId }));
    expect(Versions).toHaveLength(2);
  });

  it('persists secrets between starts, readable by their owner only', async () => {
    await create();
    await server.close();

    server = await startSecretsManager({ dir });
    client.destroy();
    client = clientWith(localCredentials);

    expect(await valueAt()).toBe('one');
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
