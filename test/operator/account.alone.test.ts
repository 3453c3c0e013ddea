import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { runAdmin } from '../../bin/admin.ts';
import { deployStage } from '../../bin/deploy.ts';
import { destroyStage } from '../../bin/destroy.ts';
import { type FakeStack, fakeAccount, startFakeAws } from '../support/fake-aws.ts';

const settings = vi.hoisted(() => ({ account: '' }));
const run = vi.hoisted(() => vi.fn(() => true));
vi.mock('../../bin/run.ts', () => ({ run }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  const stages = () => ({ context: { stages: { dev: { removalPolicy: 'destroy', account: settings.account } } } });
  const readFileSync = (path: string, ...more: never[]) =>
    String(path).endsWith('/cdk.json') ? JSON.stringify(stages()) : fs.readFileSync(path, ...more);
  return { ...fs, default: fs, readFileSync };
});

const stacks: Record<string, FakeStack> = {
  'eu-north-1 ImageUrlService-dev': { status: 'CREATE_COMPLETE', outputs: { ImagesBucket: 'images' } },
};
const buckets = { images: ['a'] };
const original = { ...process.env };
let cloud: Awaited<ReturnType<typeof startFakeAws>>;

beforeAll(async () => {
  cloud = await startFakeAws(stacks, buckets);
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL: cloud.url, AWS_REGION: 'eu-north-1', AWS_EC2_METADATA_DISABLED: 'true' },
    ...{ AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' },
    ...{ AWS_ACCESS_KEY_ID: 'KEYS', AWS_SECRET_ACCESS_KEY: 'x' },
  });
});
beforeEach(() => {
  cloud.calls.length = 0;
  run.mockClear();
});
afterAll(async () => {
  process.env = original;
  await cloud.close();
});

/** Starts `npm run test:deployed`, which is a program only: it prints its mistake and sets the status. */
const testDeployed = async (): Promise<void> => {
  const [message, argv] = [vi.spyOn(console, 'error').mockReturnValue(), process.argv];
  process.argv = [argv[0] ?? '', 'bin/test-deployed.ts', '--stage', 'dev'];
  vi.resetModules();
  await import('../../bin/test-deployed.ts');
  const [status, text] = [process.exitCode, message.mock.calls.flat().join(' ')];
  Object.assign(process, { argv, exitCode: undefined });
  message.mockRestore();
  if (status) throw new Error(text);
};

const programs = [
  ['deploy', () => deployStage(['--stage', 'dev', '--no-bootstrap'], run)],
  ['destroy', () => destroyStage(['--stage', 'dev', '--yes'], async () => 'dev', run)],
  ['admin', () => runAdmin(['account', 'show', 'ana', '--stage', 'dev'])],
  ['test:deployed', testDeployed],
] as const;

it.each(programs)(
  '%s asks first whose credentials these are, and stops at another account than the stage’s',
  async (_name, start) => {
    settings.account = '999999999999';
    await expect(start()).rejects.toThrow(
      `Stage dev belongs to account 999999999999, and these credentials are of ${fakeAccount}`,
    );
    expect(cloud.calls.map(({ service }) => service)).toEqual(['sts']);
    expect(run).not.toHaveBeenCalled();
    expect(buckets.images).toEqual(['a']);
  },
);

it.each(programs)('%s goes on in the stage’s account', async (_name, start) => {
  settings.account = fakeAccount;

  // the fake has no tables: whatever else goes wrong, it is not the account
  await start().then(
    () => undefined,
    (error: Error) => expect(error.message).not.toContain('belongs to account'),
  );

  expect(cloud.calls[0]).toMatchObject({ service: 'sts' });
  expect(cloud.calls.length + run.mock.calls.length).toBeGreaterThan(1);
  buckets.images = ['a'];
});
