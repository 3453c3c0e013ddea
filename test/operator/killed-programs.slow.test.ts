import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { parseApiKey } from 'image-url-contract/api-key.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { startHosts } from '../../local/service.ts';
import { everyNth } from '../support/effort.ts';
import { type Ended, type PlayedCloud, startPlayedCloud } from '../support/killed/played-cloud.ts';

let cloud: PlayedCloud;
/** Starts a cloud with nothing in it, in place of the last one. */
const start = async (stage: string): Promise<void> => {
  await cloud?.close();
  cloud = await startPlayedCloud(stage);
};
afterAll(() => cloud.close());

const clientSettings = () => {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = cloud.environment;
  const at = (service: string) => cloud.environment[`AWS_ENDPOINT_URL_${service}`] ?? '';
  return { at, settings: { region: 'us-east-1', credentials: { accessKeyId, secretAccessKey } } };
};
const openTables = () => {
  const { at, settings } = clientSettings();
  return DynamoDBDocumentClient.from(new DynamoDBClient({ ...settings, endpoint: at('DYNAMODB') }));
};
const readTable = async (TableName: string): Promise<Record<string, unknown>[]> => {
  const pages = await Array.fromAsync(paginateScan({ client: openTables() }, { TableName }));
  return pages.flatMap(({ Items = [] }) => Items);
};
const listObjects = async (Bucket: string): Promise<string[]> => {
  const { at, settings } = clientSettings();
  const s3 = new S3Client({ ...settings, endpoint: at('S3'), forcePathStyle: true });
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  return Contents.map(({ Key = '' }) => Key);
};
const readCanaryKey = async () => {
  const { at, settings } = clientSettings();
  const secrets = new SecretsManagerClient({ ...settings, endpoint: at('SECRETS_MANAGER') });
  const { SecretString = '{}' } = await secrets.send(new GetSecretValueCommand({ SecretId: 'canary-key' }));
  return parseApiKey(JSON.parse(SecretString).apiKey);
};

/** Returns everything that a deployment leaves, without times and what is drawn at random. */
const readStage = async () => {
  const withoutTimes = (item: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !/At$|^expires$/.test(name)));
  const inOrder = (items: readonly object[]) => items.map((item) => JSON.stringify(item)).toSorted();
  const [accounts, keys] = await Promise.all(['accounts', 'keys'].map(readTable));
  const canary = await readCanaryKey();
  return {
    stacks: Object.keys(cloud.stacks).toSorted(),
    templates: inOrder((await readTable('templates')).map(withoutTimes)),
    versions: inOrder((await readTable('versions')).map(withoutTimes)),
    trees: inOrder((await readTable('trees')).map(({ treeHash, part }) => ({ treeHash, part }))),
    objects: (await listObjects('sources')).toSorted(),
    canary: {
      accounts: accounts?.map(({ accountId, status }) => [accountId === canary?.accountId, status]),
      keys: keys?.map(({ keyId, revoked }) => [keyId === canary?.keyId, revoked]),
    },
  };
};

/** Variables that the starter Article requires beside its title. */
const others = { publication: 'My site', section: 'News', author: 'Me', date: 'Today', readingTime: '1 min' };

const deploy = ['bin/deploy.ts', '--stage'];
/** Requests of a deployment, found by an uninterrupted one. */
const deployed = async (stage: string): Promise<{ ended: Ended; left: Awaited<ReturnType<typeof readStage>> }> => {
  await start(stage);
  const ended = await cloud.run([...deploy, stage]);
  return { ended, left: await readStage() };
};

describe('a first deployment', () => {
  it('killed after any of its requests and run again leaves what one that was not killed leaves', async () => {
    const { ended, left } = await deployed('prod');
    expect(ended.code, ended.stderr).toBe(0);
    expect(left.canary).toEqual({ accounts: [[true, 'active']], keys: [[true, false]] });
    expect(left.templates.length).toBeGreaterThan(10);

    const points = ended.requests.map((_, n) => n + 1);
    for (const n of new Set([...everyNth(points.slice(-9), 3), ...everyNth(points, 30)])) {
      await start('prod');
      const killed = await cloud.run([...deploy, 'prod'], n);
      const again = await cloud.run([...deploy, 'prod']);

      const what = `killed after request ${n}, ${ended.requests[n - 1]}`;
      expect(killed.code, what).toBeNull();
      expect(again.code, `${what}: ${again.stderr}`).toBe(0);
      expect(await readStage(), what).toEqual(left);
      // what stands is protected in the end
      const ofService = cloud.commands.filter((command) => command.startsWith('cdk deploy ImageUrlService-prod '));
      expect(ofService.at(-1), what).toBe('cdk deploy ImageUrlService-prod -c stage=prod');
    }
  });
});

/** Makes a starter of the stage an older one, which the next deployment updates. @returns its id */
const older = async (): Promise<string> => {
  const [{ templateId } = {}] = (await readTable('templates')).filter(({ name }) => name === 'Article');
  const change = { TableName: 'templates', Key: { templateId }, UpdateExpression: 'SET #codeHash = :older' };
  const names = { ExpressionAttributeNames: { '#codeHash': 'codeHash' } };
  const values = { ExpressionAttributeValues: { ':older': 'a'.repeat(64) } };
  await openTables().send(new UpdateCommand({ ...change, ...names, ...values }));
  return String(templateId);
};
/** Returns the numbers of the requests that write. */
const getWrites = ({ requests }: Ended): readonly number[] =>
  requests.flatMap((request, n) => (/^(Put|Update|Create|PUT)/.test(request) ? [n + 1] : []));

describe('an update', () => {
  it('killed after any request for a changed starter and run again makes one new version of it', async () => {
    await deployed('dev');
    await older();
    const whole = await cloud.run([...deploy, 'dev']);
    const left = await readStage();
    expect(whole.code, whole.stderr).toBe(0);
    expect(left.versions).toHaveLength(1);

    for (const n of everyNth(getWrites(whole), 3)) {
      await deployed('dev');
      await older();
      const killed = await cloud.run([...deploy, 'dev'], n);
      const again = await cloud.run([...deploy, 'dev']);

      const what = `killed after request ${n}, ${whole.requests[n - 1]}`;
      expect([killed.code, again.code], what).toEqual([null, 0]);
      expect(await readStage(), what).toEqual(left);
    }
  });
});

const destroy = ['bin/destroy.ts', '--stage', 'dev', '--yes'];
/** Gives each bucket of the stage objects. */
const fillBuckets = () => {
  for (const objects of Object.values(cloud.buckets)) objects.push('one', 'two');
};
/** Stacks of the stage, and objects of its buckets. */
const getLeft = () => [
  cloud.names.filter((name) => cloud.stacks[name] !== undefined),
  Object.values(cloud.buckets).flat(),
];

describe('a stage', () => {
  it('is used from its deployment to its removal: each is killed and run again, and no image changes', async () => {
    const { ended } = await deployed('dev');
    await start('dev');
    const half = Math.ceil(ended.requests.length / 2);
    expect((await cloud.run([...deploy, 'dev'], half)).code).toBeNull();
    expect((await cloud.run([...deploy, 'dev'])).code).toBe(0);

    const hosts = await startHosts(cloud.emulators, {
      ...{ port: 0, imagePort: 0, bedrockModel: '', hasEdgeFunction: true },
    });
    try {
      const setup = await cloud.run(['bin/admin.ts', '--stage', 'dev', 'setup', '--json']);
      const { apiKey } = JSON.parse(setup.stdout);
      const mint = async (templateId: string, title: string): Promise<string> => {
        const response = await fetch(`${hosts.baseUrl}/v1/url`, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}` },
          body: JSON.stringify({ templateId, variables: { title, ...others } }),
        });
        const answer = await response.text();
        expect(response.status, answer).toBe(200);
        return JSON.parse(answer).url;
      };
      const show = async (url: string): Promise<string> => {
        const response = await fetch(url);
        expect(response.status, url).toBe(200);
        return Buffer.from(await response.arrayBuffer()).toString('base64');
      };
      const templateId = await older();
      const url = await mint(templateId, 'Published');
      const published = await show(url);

      const whole = await cloud.run([...deploy, 'dev']);
      expect(whole.code, whole.stderr).toBe(0);
      const points = everyNth(getWrites(whole), 3);
      expect(points.length).toBeGreaterThan(0);
      for (const n of points) {
        await older();
        for (const killedAfter of [n, 0]) {
          const what = `update ${killedAfter === 0 ? 'run again' : `killed after request ${n}`}`;
          const { code, stderr } = await cloud.run([...deploy, 'dev'], killedAfter);
          expect(code, `${what}: ${stderr}`).toBe(killedAfter === 0 ? 0 : null);
          expect(await show(url), what).toBe(published);
          expect(await show(await mint(templateId, what)), what).not.toBe(published);
        }
      }
    } finally {
      await hosts.close();
    }

    fillBuckets();
    expect((await cloud.run(destroy, 3, true)).code).toBeNull();
    const { code, stderr } = await cloud.run(destroy, 0, true);
    expect([code, ...getLeft()], stderr).toEqual([0, [], []]);
  });
});

describe('a removal', () => {
  const startFull = async () => {
    await start('dev');
    cloud.deploy();
    fillBuckets();
  };

  it('killed after any of its requests and run again removes everything', async () => {
    await startFull();
    const whole = await cloud.run(destroy, 0, true);
    expect([whole.code, ...getLeft()], whole.stderr).toEqual([0, [], []]);

    const points = whole.requests.map((_, n) => n + 1);
    for (const n of new Set([...everyNth(points, 3), points.length])) {
      await startFull();
      const killed = await cloud.run(destroy, n, true);
      const again = await cloud.run(destroy, 0, true);

      const what = `killed after request ${n}, ${whole.requests[n - 1]}`;
      expect([killed.code, again.code, ...getLeft()], `${what}: ${again.stderr}`).toEqual([null, 0, [], []]);
    }
  });

  it('run again after everything is gone says so, and ends as one that removed it', async () => {
    await startFull();
    await cloud.run(destroy, 0, true);
    const again = await cloud.run(destroy, 0, true);

    expect(again.code).toBe(0);
    expect(again.stderr).toContain(
      'Nothing is left to remove: there is neither ImageUrlService-dev nor ImageUrlService-dev-edge-us-east-1.',
    );
  });

  it('removes what monitors the edge where the stage itself is gone', async () => {
    await startFull();
    delete cloud.stacks[cloud.names[0] ?? ''];
    const { code, stderr } = await cloud.run(destroy, 0, true);

    expect([code, getLeft()[0]], stderr).toEqual([0, []]);
  });
});
