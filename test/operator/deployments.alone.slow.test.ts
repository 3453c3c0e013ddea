import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runAdmin } from '../../bin/admin.ts';
import { deployStage } from '../../bin/deploy.ts';
import { destroyStage } from '../../bin/destroy.ts';
import type { Run } from '../../bin/run.ts';
import { type FakeStack, startFakeAws } from '../support/fake-aws.ts';
import { useFolder } from '../support/folder.ts';

const outputs = {
  ImagesBucket: 'images',
  SourcesBucket: 'sources',
  StudioBucket: 'studio',
  DistributionId: 'E123',
  EdgeFunctionOfRenderImage: 'ImageUrlService-dev-Verifier-eu-north-1',
  EdgeFunctionOfRenderSiteImage: 'ImageUrlService-dev-SiteVerifier-eu-north-1',
};
const functions = {
  MintUrlC52B1CC7: 'mint',
  RenderImage1: 'render',
  AWSCDKTriggerCustomResource: 'helper-trigger',
  CustomCDKBucketDeployment8693BB64968944B6: 'helper-upload',
};
const done = { status: 'CREATE_COMPLETE', outputs, functions };
const stacks: Record<string, FakeStack> = {};
const buckets: Record<string, string[]> = {};

const folder = useFolder();
let cloud: Awaited<ReturnType<typeof startFakeAws>>;
/** Programs that were started, in words, and the AWS part of the environment each was given. */
const started: { readonly line: string; readonly environment: Record<string, string | undefined> }[] = [];
const failing = new Set<string>();
const note: Run = (program, args) => {
  const line = [program, ...args].join(' ');
  const ofAws = Object.entries(process.env).filter(([name]) => /^AWS_(?!ENDPOINT)/.test(name));
  started.push({ line, environment: Object.fromEntries(ofAws) });
  return !failing.delete(line);
};
const lines = () => started.map(({ line }) => line);

const keys = { AWS_ACCESS_KEY_ID: 'KEYS', AWS_SECRET_ACCESS_KEY: 'x' };
const original = { ...process.env };
/** The environment of a shell. */
const shell = (environment: Record<string, string>) => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  return Object.assign(process.env, {
    AWS_ENDPOINT_URL: cloud.url,
    AWS_CONFIG_FILE: join(folder, 'config'),
    AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
    AWS_EC2_METADATA_DISABLED: 'true',
    ...environment,
  });
};

beforeAll(async () => {
  await writeFile(join(folder, 'config'), '[profile work]\nregion = eu-north-1\n[profile bare]\noutput = json\n');
  const secret = 'aws_secret_access_key = x';
  const credentials = ['work', 'bare'].map(
    (name) => `[${name}]\naws_access_key_id = ${name.toUpperCase()}\n${secret}\n`,
  );
  await writeFile(join(folder, 'credentials'), credentials.join(''));
  cloud = await startFakeAws(stacks, buckets);
});
beforeEach(() => {
  started.length = 0;
  cloud.calls.length = 0;
  failing.clear();
  for (const name of Object.keys(stacks)) delete stacks[name];
});
afterAll(async () => {
  process.env = original;
  await cloud.close();
});

/** A program itself; what it is asked on its standard input is answered. */
const program = (words: readonly string[], environment: Record<string, string>, answer = '') =>
  new Promise<{ code: number | null; stderr: string }>((end) => {
    const child = spawn(process.execPath, [...words], { env: { ...shell(environment) } });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdin.end(answer);
    child.once('close', (code) => end({ code, stderr }));
  });

it.each([
  ['bin/destroy.ts', []],
  ['bin/admin.ts', ['starters', 'publish']],
  ['bin/test-deployed.ts', []],
])('before anything is made %s wants a region, in one sentence', async (file, words) => {
  const { code, stderr } = await program([file, ...words, '--stage', 'dev'], {});
  expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining('No region is given')]]);
  expect(cloud.calls).toEqual([]);
});

describe('a deployment', () => {
  const [region, long] = [{ ...keys, AWS_REGION: 'eu-north-1' }, 'a'.repeat(17)];
  it.each([
    ['without a region', keys, ['--stage', 'dev'], 'No region is given'],
    ['without a stage', region, [], 'Which stage?'],
    ['of a stage whose name is too long', region, ['--stage', long], '1 to 16 lower-case letters'],
    ['of a stage that is not there', region, ['--stage', 'beta'], 'there are dev'],
    ['with a profile that is nowhere', region, ['--stage', 'dev', '--profile', 'wrok'], 'There is no profile wrok'],
    ['in a region nobody knows', { ...keys, AWS_REGION: 'eu-nowhere-1' }, ['--stage', 'dev'], 'There is no region'],
    ['in a region apart', { ...keys, AWS_REGION: 'cn-north-1' }, ['--stage', 'dev'], 'Region cn-north-1 is apart'],
    ['in a region that lacks a service', { ...keys, AWS_REGION: 'eu-south-2' }, ['--stage', 'dev'], 'lacks Lambda'],
  ])('%s makes nothing, calls no service and says why in one sentence', async (_title, environment, args, says) => {
    shell(environment);
    const deployed = deployStage(args, note);
    await expect(deployed).rejects.toThrow(says);
    await expect(deployed).rejects.toThrow(/^[^\n]+$/);
    expect([lines(), cloud.calls]).toEqual([[], []]);
  });
});

describe('profile and region', () => {
  const cases = [
    ['an argument', { ...keys, AWS_PROFILE: 'bare' }, ['--profile', 'work'], 'WORK', 'eu-north-1'],
    ['AWS_PROFILE', { AWS_PROFILE: 'work' }, [], 'WORK', 'eu-north-1'],
    ['AWS_REGION before the profile’s', { AWS_PROFILE: 'work', AWS_REGION: 'us-west-2' }, [], 'WORK', 'us-west-2'],
    ['AWS_DEFAULT_REGION', { AWS_PROFILE: 'bare', AWS_DEFAULT_REGION: 'ap-south-1' }, [], 'BARE', 'ap-south-1'],
    [
      'AWS_REGION before that',
      { ...keys, AWS_DEFAULT_REGION: 'ap-south-1', AWS_REGION: 'us-west-2' },
      [],
      'KEYS',
      'us-west-2',
    ],
    ['keys before AWS_PROFILE, with its region', { ...keys, AWS_PROFILE: 'work' }, [], 'KEYS', 'eu-north-1'],
  ] as const;

  it.each(cases)(
    '%s: the same to bootstrap, deploy, starters and destroy',
    async (_title, environment, more, key, region) => {
      stacks[`${region} ImageUrlService-dev`] = { ...done, functions: {} };
      const calledBy = { accessKeyId: key, region };

      shell(environment);
      expect(await deployStage(['--stage', 'dev', ...more, '--verbose'], note, async () => 'yes')).toBe(true);
      const given = started.map((one) => one.environment);
      shell(environment);
      await destroyStage(['--stage', 'dev', ...more, '--yes'], async () => '', note);

      const calls = cloud.calls.filter((call) => call.region !== 'us-east-1');
      expect(calls).toEqual(calls.map((call) => ({ ...call, ...calledBy })));
      expect(lines()).toEqual([
        'node layers/render/build.ts',
        'cdk bootstrap -c stage=dev',
        'cdk deploy ImageUrlService-dev -c stage=dev --verbose',
        `cdk deploy ImageUrlService-dev-edge-${region} --app cdk.out --parameters ImageUrlService-dev-edge-${region}:DistributionId=E123 --parameters ImageUrlService-dev-edge-${region}:EdgeFunctionOfRenderImage=${outputs.EdgeFunctionOfRenderImage} --parameters ImageUrlService-dev-edge-${region}:EdgeFunctionOfRenderSiteImage=${outputs.EdgeFunctionOfRenderSiteImage} --verbose`,
        'node bin/admin.ts starters publish --stage dev',
        'node bin/admin.ts canary enrol --stage dev',
        `cdk destroy ImageUrlService-dev-edge-${region} -c stage=dev --force`,
        'cdk destroy ImageUrlService-dev -c stage=dev --force',
      ]);
      // whatever order a program asks its environment in, there is one answer
      for (const one of given) {
        expect(one).toMatchObject({ AWS_REGION: region, AWS_DEFAULT_REGION: region });
        const credentials = key === 'KEYS' ? [undefined, 'KEYS'] : [key.toLowerCase(), undefined];
        expect([one.AWS_PROFILE, one.AWS_ACCESS_KEY_ID]).toEqual(credentials);
      }
    },
  );

  it('are the same to the admin program', async () => {
    for (const [, environment, more] of cases) {
      shell(environment);
      await expect(runAdmin(['account', 'show', 'ana', '--stage', 'dev', ...more])).rejects.toThrow('not deployed');
    }
    expect(cloud.calls.map(({ accessKeyId, region }) => [accessKeyId, region])).toEqual(
      cases.map(([, , , key, region]) => [key, region]),
    );
  });
});

describe('a first deployment', () => {
  const deployments = () => lines().filter((line) => line.startsWith('cdk deploy ImageUrlService-prod '));

  const unfinished = [
    ...['nothing', 'REVIEW_IN_PROGRESS', 'ROLLBACK_COMPLETE', 'CREATE_FAILED'],
    // a program that was killed leaves CloudFormation at work
    ...['CREATE_IN_PROGRESS', 'ROLLBACK_IN_PROGRESS'],
  ];
  it.each(unfinished)('after %s protects what it made in a second step', async (status) => {
    shell({ ...keys, AWS_REGION: 'eu-north-1' });
    if (status !== 'nothing') stacks['eu-north-1 ImageUrlService-prod'] = { ...done, status };
    const deployed: Run = (...call) => {
      stacks['eu-north-1 ImageUrlService-prod'] = done;
      return note(...call);
    };

    await deployStage(['--stage', 'prod', '--bootstrap'], deployed);

    expect(deployments()).toEqual([
      'cdk deploy ImageUrlService-prod -c stage=prod -c protected=false',
      'cdk deploy ImageUrlService-prod -c stage=prod',
    ]);
  });

  it('is over once the stack stands; later ones take no protection away', async () => {
    shell({ ...keys, AWS_REGION: 'eu-north-1' });
    stacks['eu-north-1 ImageUrlService-prod'] = { ...done, status: 'UPDATE_ROLLBACK_COMPLETE' };
    await deployStage(['--stage', 'prod', '--no-bootstrap'], note);
    expect(deployments()).toEqual(['cdk deploy ImageUrlService-prod -c stage=prod']);
  });

  it('that fails goes no further', async () => {
    shell({ ...keys, AWS_REGION: 'eu-north-1' });
    failing.add('cdk deploy ImageUrlService-prod -c stage=prod -c protected=false');
    expect(await deployStage(['--stage', 'prod', '--no-bootstrap'], note)).toBe(false);
    expect(deployments()).toHaveLength(1);
  });
});

describe('an account without the stack CDKToolkit', () => {
  beforeEach(() => {
    shell({ ...keys, AWS_REGION: 'eu-north-1' });
  });

  it('is not bootstrapped before the operator, who sees which account it is, agrees', async () => {
    const asked: string[] = [];
    const answer = async (question: string) => {
      asked.push(question);
      return 'no';
    };

    await expect(deployStage(['--stage', 'dev'], note, answer)).rejects.toThrow('Nothing was changed');

    expect(asked).toEqual([
      expect.stringMatching(
        /eu-north-1 and us-east-1 \(account 111122223333 \(example-test\)[\s\S]+AdministratorAccess/,
      ),
    ]);
    expect(lines()).toEqual([]);
  });

  it.each([
    ['yes', [], 1],
    ['skip', [], 0],
    ['no', ['--bootstrap'], 1],
    ['no', ['--no-bootstrap'], 0],
  ] as const)('answered "%s", with %j: %i bootstraps', async (answer, words, count) => {
    stacks['eu-north-1 ImageUrlService-dev'] = done;
    expect(await deployStage(['--stage', 'dev', ...words], note, async () => answer)).toBe(true);
    expect(lines().filter((line) => line.startsWith('cdk bootstrap'))).toHaveLength(count);
    expect(lines().join()).not.toContain('-bootstrap');
  });

  it('is not asked about where both regions have it', async () => {
    for (const name of ['eu-north-1 CDKToolkit', 'us-east-1 CDKToolkit']) stacks[name] = done;
    stacks['eu-north-1 ImageUrlService-dev'] = done;
    const never = async (): Promise<string> => {
      throw new Error('asked');
    };
    expect(await deployStage(['--stage', 'dev'], note, never)).toBe(true);
  });
});

describe('before anything changes, a deployment', () => {
  const said = async (stage: string, status: string): Promise<string> => {
    shell({ ...keys, AWS_REGION: 'eu-north-1' });
    stacks[`eu-north-1 ImageUrlService-${stage}`] = { ...done, status };
    const error = vi.spyOn(console, 'error').mockReturnValue();
    try {
      const ended: Run = () => false;
      await deployStage(['--stage', stage, '--no-bootstrap'], ended);
      return error.mock.calls.flat().join('\n');
    } finally {
      error.mockRestore();
    }
  };

  it('says whose account it is, and that a stage with data to keep names none', async () => {
    const prod = await said('prod', 'UPDATE_COMPLETE');

    expect(prod).toContain('Stage prod: account 111122223333 (example-test), region eu-north-1, as arn:aws:sts::');
    expect(prod).toContain('Warning: stage prod keeps its data and names no account');
    expect(prod).not.toContain('Image URLs will begin with a name that CloudFront assigns');
    expect(await said('dev', 'UPDATE_COMPLETE')).not.toContain('Warning');
  });

  it('advises a domain before the first URL', async () => {
    expect(await said('dev', 'REVIEW_IN_PROGRESS')).toContain('Set imageDomain in cdk.json before');
  });
});

describe('destroying a stage', () => {
  beforeEach(() => {
    shell({ ...keys, AWS_REGION: 'us-east-1' });
    stacks['us-east-1 ImageUrlService-dev'] = done;
    Object.assign(buckets, { images: ['images/a', 'images/b'], sources: ['plans/a'], studio: ['index.html'] });
  });
  const changes = () =>
    cloud.calls.map(({ action }) => action).filter((action) => !/^(Describe|List|Get|GET )/.test(action));

  it.each(['no', '', 'y', 'yes', 'prod', 'DEV'])('answered with "%s" changes nothing', async (answer) => {
    await expect(destroyStage(['--stage', 'dev'], async () => answer, note)).rejects.toThrow('Nothing was changed');
    expect([lines(), changes()]).toEqual([[], []]);
  });

  it('asks on the terminal, says what goes and what stays, and takes an input that ends for no', async () => {
    for (const answer of ['no\n', '']) {
      const environment = { ...keys, AWS_REGION: 'us-east-1' };
      const { code, stderr } = await program(['bin/destroy.ts', '--stage', 'dev'], environment, answer);

      expect(code).toBe(1);
      expect(stderr).toMatch(
        /removes stage dev for good \(account 111122223333 \(example-test\), region us-east-1, as [\s\S]+does not remove:[\s\S]+CDKToolkit[\s\S]+Nothing was changed/,
      );
    }
    expect(changes()).toEqual([]);
  });

  it('stops the stage’s functions before it empties anything, and the stack goes last', async () => {
    const seen: string[] = [];
    const look: Run = (...call) => {
      seen.push(`${call[1].join(' ')}: ${changes().length} changes before`);
      return note(...call);
    };

    await destroyStage(['--stage', 'dev'], async () => 'dev\n', look);

    expect(seen).toEqual([
      'destroy ImageUrlService-dev-edge-us-east-1 -c stage=dev --force: 0 changes before',
      'destroy ImageUrlService-dev -c stage=dev --force: 5 changes before',
    ]);
    expect(changes()).toEqual([
      'PUT /2017-10-31/functions/mint/concurrency',
      'PUT /2017-10-31/functions/render/concurrency',
      'POST /images/',
      'POST /sources/',
      'POST /studio/',
    ]);
    expect(buckets).toEqual({ images: [], sources: [], studio: [] });
  });

  it('empties once more when the stack did not go', async () => {
    const destroyed = 'cdk destroy ImageUrlService-dev -c stage=dev --force';
    failing.add(destroyed);
    const writeLate: Run = (...call) => {
      if (failing.has(destroyed)) buckets.images?.push('images/late');
      return note(...call);
    };

    await destroyStage(['--stage', 'dev', '--yes'], async () => '', writeLate);

    expect(lines().filter((line) => line === destroyed)).toHaveLength(2);
    expect(buckets.images).toEqual([]);
  });

  it('can be repeated after a deletion that stopped half-way', async () => {
    stacks['us-east-1 ImageUrlService-dev'] = {
      ...{ status: 'DELETE_FAILED', functions: { MintUrlC52B1CC7: 'gone-mint', RenderImage1: 'render' } },
      outputs: { ...outputs, ImagesBucket: 'gone-images' },
    };

    await destroyStage(['--stage', 'dev', '--yes'], async () => '', note);

    expect(changes()).toEqual(['PUT /2017-10-31/functions/render/concurrency', 'POST /sources/', 'POST /studio/']);
    expect(lines().at(-1)).toBe('cdk destroy ImageUrlService-dev -c stage=dev --force');
  });

  it('refuses a stage that keeps its data, before any call', async () => {
    const destroyed = destroyStage(['--stage', 'prod', '--yes'], async () => 'prod', note);
    await expect(destroyed).rejects.toThrow('keeps its data');
    expect([cloud.calls, lines()]).toEqual([[], []]);
  });
});
