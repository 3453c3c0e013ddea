import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { tables } from '../../../lambdas/config/tables.ts';
import { edgeStackName, stackName } from '../../../lib/app/stack-name.ts';
import { startEmulators } from '../../../local/emulators.ts';
import { type Emulator, listen, readBody } from '../../../local/listen.ts';
import { type FakeStack, startFakeAws } from '../fake-aws.ts';
import { startCountingProxy } from './counting-proxy.ts';

const hook = resolve(import.meta.dirname, 'play-cdk.ts');
const region = 'us-east-1';

/** How a program ended. */
export interface Ended {
  /** Exit status; null if it was killed. */
  readonly code: number | null;
  readonly stderr: string;
  readonly stdout: string;
  /** Its requests in the order of their effects: operation and what it was for. */
  readonly requests: readonly string[];
}

/** Returns an output's name: `KeysTable` for KEYS_TABLE. */
const getOutput = (variable: string): string =>
  variable.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the DynamoDB table, the secret, the stack or the command that a request is about. */
const getSubject = (body: string): string =>
  /"(?:TableName|SecretId)":"([^"]+)"/.exec(body)?.[1] ?? /Action=(\w+)/.exec(body)?.[1] ?? '';

/**
 * An account on loopback in which the programs of `bin` run as they are: emulators, CloudFormation, Lambda and S3 of
 * `startFakeAws`, and a CDK that creates and deletes the two stacks of a stage at once. As CloudFormation, it deletes no
 * bucket that has objects.
 */
export const startPlayedCloud = async (stage: string) => {
  const service = `${region} ${stackName(stage)}`;
  const names = [service, `${region} ${edgeStackName(stage, region)}`];
  const folder = await mkdtemp(join(tmpdir(), 'played-cloud-'));
  const emulators = await startEmulators(folder);
  const { environment, close } = emulators;
  const stacks: Record<string, FakeStack> = { [`${region} CDKToolkit`]: { status: 'CREATE_COMPLETE', outputs: {} } };
  const buckets: Record<string, string[]> = { images: [], sources: [], logs: [] };
  const variables = [
    ...Object.keys(tables),
    ...['SOURCES_BUCKET', 'IMAGES_BUCKET', 'LOGS_BUCKET', 'SIGNING_SECRET', 'CANARY_KEY', 'DISTRIBUTION_ID', 'PLANS'],
  ];
  const outputs = Object.fromEntries(variables.map((name) => [getOutput(name), environment[name] ?? '']));
  const made: FakeStack = {
    status: 'CREATE_COMPLETE',
    outputs,
    functions: { MintUrl1: 'mint', RenderImage1: 'render' },
  };

  /** Does what CDK would do, and returns whether it succeeded. */
  const commands: string[] = [];
  const play = (command: string): boolean => {
    commands.push(command);
    const [program = '', action = '', name = ''] = command.split(' ');
    if (program !== 'cdk') return true;
    const key = `${region} ${name}`;
    if (action === 'deploy') stacks[key] = key === service ? made : { status: 'CREATE_COMPLETE', outputs: {} };
    const isFull = key === service && Object.values(buckets).some((objects) => objects.length > 0);
    if (action === 'destroy' && isFull) return false;
    if (action === 'destroy') delete stacks[key];
    return true;
  };
  const cdk = await listen(
    createServer(async (request, response) => {
      response.writeHead(play(String(await readBody(request))) ? 200 : 400).end();
    }),
  );
  const fake = await startFakeAws(stacks, buckets);

  let requests: string[] = [];
  let end = (_n: number): boolean => false;
  const count = (operation: string, body: string): boolean => {
    requests.push([operation, getSubject(body)].join(' ').trim());
    return !end(requests.length);
  };
  const targets = {
    ...{ AWS_ENDPOINT_URL: fake.url, PLAYED_CDK: cdk.url },
    ...Object.fromEntries(
      ['DYNAMODB', 'S3', 'SECRETS_MANAGER'].map((name) => [
        `AWS_ENDPOINT_URL_${name}`,
        environment[`AWS_ENDPOINT_URL_${name}`] ?? '',
      ]),
    ),
  };
  const proxies: Record<string, Emulator> = {};
  for (const [name, target] of Object.entries(targets)) proxies[name] = await startCountingProxy(target, count);
  const addresses = Object.fromEntries(Object.entries(proxies).map(([name, { url }]) => [name, url]));

  return {
    stacks,
    buckets,
    /** Names of the stage's stacks, with their region. */
    names,
    /** Command lines of CDK and of builds. */
    commands,
    /** Creates the stage's stacks. */
    deploy: () => {
      for (const name of names) play(`cdk deploy ${name.split(' ')[1]}`);
    },
    /** What the stage's functions run on. */
    emulators,
    /** Environment of AWS clients that look at what is there, past the proxies. */
    environment,
    /**
     * Runs a program to its end, or kills it and what it has started once its nth request has had its effect.
     *
     * @param isOnFake whether objects are those of `buckets`, which have versions, in place of the emulator's
     */
    run: async (words: readonly string[], killedAfter = 0, isOnFake = false): Promise<Ended> => {
      requests = [];
      const env: NodeJS.ProcessEnv = {
        ...{ PATH: process.env.PATH, HOME: folder, TZ: 'UTC', NODE_OPTIONS: `--import ${hook}` },
        ...{ AWS_REGION: region, AWS_EC2_METADATA_DISABLED: 'true' },
        ...{ AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' },
        AWS_ACCESS_KEY_ID: environment.AWS_ACCESS_KEY_ID,
        AWS_SECRET_ACCESS_KEY: environment.AWS_SECRET_ACCESS_KEY,
        ...addresses,
        ...(isOnFake && { AWS_ENDPOINT_URL_S3: addresses.AWS_ENDPOINT_URL }),
      };
      // a group of its own, so that what it starts ends with it
      const child = spawn(process.execPath, [...words], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      const { pid } = child;
      end = (n) => {
        const isLast = n === killedAfter;
        if (isLast && pid !== undefined) process.kill(-pid, 'SIGKILL');
        return isLast;
      };
      let stderr = '';
      let stdout = '';
      child.stdout.on('data', (chunk) => {
        stdout += chunk;
      });
      child.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      const ended = Promise.withResolvers<number | null>();
      child.once('close', ended.resolve);
      const code = await ended.promise;
      return { code, stderr, stdout, requests };
    },
    close: async () => {
      await Promise.all([...Object.values(proxies), cdk, fake].map((one) => one.close()));
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type PlayedCloud = Awaited<ReturnType<typeof startPlayedCloud>>;
