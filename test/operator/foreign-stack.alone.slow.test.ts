import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdmin } from '../../bin/admin.ts';
import { tables } from '../../lambdas/config/tables.ts';
import { ImageUrls } from '../../lib/app/image-urls.ts';
import { outputPrefix } from '../../lib/app/stack-name.ts';
import { emptyAssets, unbundled } from '../support/empty-assets.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';
import { fakeIdentity, startFakeAws } from '../support/fake-aws.ts';
import { useFolder } from '../support/folder.ts';

onEmptyCloud();

const folder = useFolder();
let cloud: Awaited<ReturnType<typeof startFakeAws>>;

/** Outputs of a stack that another app deploys; those that only a deployment knows are `undefined`. */
const outputsOf = (): [name: string, value: string | undefined][] => {
  const { layerFolder: layerPath } = emptyAssets(folder);
  const app = new App({ outdir: join(folder, 'out'), builtinCloudFormationValidation: false, context: unbundled });
  const stack = new Stack(app, 'Shop', { env: { account: '111122223333', region: 'eu-north-1' } });
  new ImageUrls(stack, 'Images', { layerPath });
  const { Outputs } = app.synth().getStackArtifact('Shop').template;
  return Object.values<{ Description?: string; Value: unknown }>(Outputs).flatMap(({ Description = '', Value }) =>
    // API Gateway's own has none
    Description.startsWith(outputPrefix)
      ? [[Description.slice(outputPrefix.length), typeof Value === 'string' ? Value : undefined]]
      : [],
  );
};

/** What each output of a stack is called in the environment: `KeysTable` is KEYS_TABLE. */
const variableOf = (output: string): string => output.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

beforeAll(async () => {
  const outputs = Object.fromEntries(
    outputsOf().map(([name, value]) => [name, value ?? process.env[variableOf(name)] ?? 'unknown']),
  );
  const stacks = {
    'eu-north-1 Shop': { status: 'CREATE_COMPLETE', outputs },
    'eu-north-1 Site': { status: 'CREATE_COMPLETE', outputs: {} },
  };
  cloud = await startFakeAws(stacks, {});
  process.env.AWS_ENDPOINT_URL_CLOUDFORMATION = cloud.url;
  process.env.AWS_ENDPOINT_URL_STS = cloud.url;
  process.env.AWS_REGION = 'eu-north-1';
  // they are to come from the stack
  for (const name of Object.keys(tables)) delete process.env[name];
});
afterAll(() => cloud.close());

it('is found by the admin program by the name of the stack', async () => {
  const account = (await runAdmin(['setup', '--stack', 'Shop'])) as { accountId: string };
  expect(await runAdmin(['account', 'show', account.accountId, '--stack', 'Shop'])).toMatchObject({ plan: 'own' });
  const { entries } = (await runAdmin(['audit', '--account', account.accountId, '--stack', 'Shop'])) as {
    entries: object[];
  };
  const setup = { action: 'setup', by: { kind: 'operator', identity: fakeIdentity }, outcome: 'done' };
  // its key, and the account before it
  expect(entries).toMatchObject([setup, { ...setup, subject: account.accountId }]);
});

it.each([
  [['--stack', 'Other'], 'Other is not deployed in eu-north-1.'],
  [['--stack', 'Site'], 'Site has no outputs of the service (operatorOutputs).'],
  [['--stack', 'Shop', '--stage', 'dev'], '--stage and --stack exclude each other.'],
])('is not found with %j', async (options, message) => {
  await expect(runAdmin(['deny', 'list', ...options])).rejects.toThrow(message);
});
