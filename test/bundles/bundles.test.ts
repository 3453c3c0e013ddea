import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { App, Stack } from 'aws-cdk-lib';
import { Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';
import { routes } from '../../lambdas/contract/routes.ts';
import { functionCode } from '../../lib/assets.ts';
import { startBedrock } from '../../local/bedrock.ts';
import { findDiagnostics } from '../infra/synthesise.ts';
import { useFolder } from '../support/folder.ts';
import { below } from '../support/held.ts';
import { scriptedAuthor } from '../support/scripted-author.ts';
import { apiEvent, type BundledService, imageEvent, openBundledService } from './bundled-service.ts';
import type { RunningFunction } from './deployed-function.ts';
import { installPacked, type PackedConstruct, synthesisePacked } from './packed-construct.ts';

const code = `export default ({ title = 'From a bundle' }) => <div style={{ fontSize: 60, color: 'navy' }}>{title}</div>;`;

let service: BundledService;
let bedrock: Awaited<ReturnType<typeof startBedrock>>;
let apiKey: string;
let packed: PackedConstruct;
let deployed: PackedConstruct['functions'];
const site = useFolder();
const running = new Map<FunctionId, RunningFunction>();

const getFunction = async (id: FunctionId): Promise<RunningFunction> => {
  const known = running.get(id) ?? (await service.start(id));
  running.set(id, known);
  return known;
};

/** Bytes of a folder's files as a zip file holds them. */
const zippedBytes = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + deflateRawSync(readFileSync(join(folder, name))).length, 0);

const api = async (
  id: Exclude<
    FunctionId,
    'renderImage' | 'prewarmImage' | 'reportUsage' | 'resetQuotas' | 'rotateSigningKey' | 'runCanary' | 'deployResource'
  >,
  more: object = {},
) => {
  const fn = await getFunction(id);
  const { answer, isStreamed } = await fn.invoke(apiEvent(routes[id], apiKey, more));
  const text = isStreamed ? Buffer.from(answer.body, 'base64').toString('utf8') : answer.body;
  return { status: answer.statusCode, json: JSON.parse(text), isStreamed: isStreamed === true };
};

// one hook each: each has its own time
beforeAll(() => installPacked(site));
beforeAll(async () => {
  packed = await synthesisePacked(site);
  deployed = packed.functions;
});
beforeAll(async () => {
  bedrock = await startBedrock({ answer: scriptedAuthor });
  service = await openBundledService(deployed, { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url });
  ({ apiKey } = service);
});

afterAll(async () => {
  for (const fn of running.values()) fn.stop();
  await bedrock?.close();
  await service?.close();
});

/** The compiler with its tables, the interpreter and the fetcher of remote images together, with a little room. */
const mostZippedBytes = 1_300_000;

describe('the package', () => {
  it('has the interface that is recorded', async () => {
    const dist = join(packed.installed, 'dist');
    const others = readdirSync(dist).filter((name) => name.endsWith('.d.ts') && name !== 'index.d.ts');
    const declarations = ['index.d.ts', ...others]
      .map((name) => readFileSync(join(dist, name), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, ''))
      .map((text) => text.replace(/^\s*\n/gm, ''));

    await expect(declarations.join('\n')).toMatchFileSnapshot(resolve('packages/cdk/api.d.ts.txt'));
  });

  it('has what a package has', () => {
    const files = readdirSync(packed.installed).sort();

    expect(files).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json']);
  });

  it('synthesises in an app outside the repository, without a finding of the checks', () => {
    expect(packed.report).not.toContain('ERROR');
    expect(findDiagnostics(packed.assembly)).toEqual([]);
    expect(packed.templates).toHaveLength(3);
    for (const text of packed.templates.map((name) => readFileSync(name, 'utf8'))) {
      expect(Object.keys(JSON.parse(text).Resources).length).toBeLessThan(450);
      expect(text).not.toContain(resolve(packed.assembly, '..'));
    }
  });

  it.skipIf(spawnSync('cfn-lint', ['--version']).status !== 0)('has templates that cfn-lint accepts', () => {
    // the instance in the stage is a service as well
    const shop = packed.templates.find((name) => name.endsWith('Shop.template.json')) ?? '';
    const { stdout, stderr } = spawnSync('cfn-lint', ['-i', 'W3005', '--', shop], { encoding: 'utf8' });

    expect(stdout + stderr).toBe('');
  });

  it('is not needed for a stack of this repository, which bundles the code itself', () => {
    const outdir = join(packed.assembly, '../one');
    const app = new App({ outdir });
    const runtime = Runtime.NODEJS_24_X;
    new LambdaFunction(new Stack(app, 'One'), 'Fn', {
      runtime,
      handler: 'index.handler',
      code: functionCode('getUsage'),
    });
    app.synth();
    const [asset = ''] = readdirSync(outdir).filter((name) => name.startsWith('asset.'));

    expect(readdirSync(join(outdir, asset))).toContain('index.mjs');
  });
});

describe('the bundles', () => {
  it('are there for every function, each small enough to load quickly', async () => {
    expect(Object.keys(deployed).sort()).toEqual(Object.keys(functions).sort());
    for (const { folder } of Object.values(deployed)) expect(zippedBytes(folder)).toBeLessThan(mostZippedBytes);
  });

  it('hold the interpreter where templates run, and nowhere else', async () => {
    const running = [
      ...['checkTemplate', 'createTemplate', 'generateTemplates', 'mintUrl', 'mintUrls'],
      ...['putFallback', 'renderOnDemand', 'renderSiteImage', 'restoreVersion', 'reviseTemplate', 'updateTemplate'],
    ];
    const holding = [];
    for (const [id, { folder }] of Object.entries(deployed))
      if ((await readdir(folder)).some((file) => file.endsWith('.wasm'))) holding.push(id);

    expect(holding.sort()).toEqual(running);
  });

  it('name no other file of the project than those with its code', async () => {
    for (const { folder } of Object.values(deployed)) {
      for (const file of await readdir(folder)) {
        expect(file).toMatch(/\.(mjs|mjs\.map|wasm)$/);
        expect((await stat(join(folder, file))).size).toBeGreaterThan(0);
      }
    }
  });
});

describe('the bundled functions, in the order of a deployment', () => {
  let templateId: string;
  let url: URL;

  it('rotateSigningKey makes the first key', async () => {
    const fn = await getFunction('rotateSigningKey');

    await expect(fn.invoke({})).resolves.toBeDefined();
  });

  it('createTemplate compiles in its sandbox', async () => {
    const { status, json } = await api('createTemplate', { body: { name: 'One', code } });

    expect([status, json.message]).toEqual([201, undefined]);
    templateId = json.templateId;
  });

  it('updateTemplate compiles in its sandbox', async () => {
    const pathParameters = { templateId };
    const { status } = await api('updateTemplate', { pathParameters, body: { code: `${code} ` } });

    expect(status).toBe(200);
  });

  it('getTemplate reads the code', async () => {
    const { json } = await api('getTemplate', { pathParameters: { templateId } });

    expect(json.template.code).toBe(`${code} `);
  });

  it('listTemplates signs a preview', async () => {
    const { json } = await api('listTemplates');

    expect(json.templates[0].signedPreviewUrl).toContain('https://img.example.com/v1/image?');
  });

  it('mintUrl and mintUrls evaluate and sign', async () => {
    const one = await api('mintUrl', { body: { templateId, variables: { title: 'Minted' }, format: 'png' } });
    const many = await api('mintUrls', { body: { items: [{ templateId }] } });

    expect([one.status, many.status]).toEqual([200, 200]);
    url = new URL(one.json.url);
  });

  it('renderImage starts its render worker before the first request', async () => {
    const { pid } = await getFunction('renderImage');

    expect(below(pid)).toHaveLength(1);
  });

  it('renderImage renders with the modules of its layer, and streams', async () => {
    const fn = await getFunction('renderImage');
    const { answer, isStreamed } = await fn.invoke(imageEvent(url));

    expect([isStreamed, answer.statusCode, answer.headers['X-Image-Cache']]).toEqual([true, 200, 'render']);
    expect(Buffer.from(answer.body, 'base64').subarray(1, 4).toString('latin1')).toBe('PNG');
  });

  it('generateTemplates asks the model, and streams', async () => {
    const { status, json, isStreamed } = await api('generateTemplates', { body: { items: [{ prompt: 'a card' }] } });

    expect([status, isStreamed, json.results[0].ok]).toEqual([200, true, true]);
  });

  it('reviseTemplate looks at the template, asks the model, and streams', async () => {
    const pathParameters = { templateId };
    const { status, json, isStreamed } = await api('reviseTemplate', { pathParameters, body: { prompt: 'a card' } });

    expect([status, isStreamed, json.ok, json.result?.templateId]).toEqual([200, true, true, templateId]);
  });

  it('count for operators, by stage and function', async () => {
    const stage = deployed.mintUrl.environment.STAGE;
    const counted = async (id: FunctionId) =>
      (await getFunction(id))
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{"_aws"'))
        .map((line) => JSON.parse(line));

    expect(await counted('mintUrl')).toMatchObject([{ stage, function: 'mintUrl', Mints: 1 }]);
    const [rendered] = await counted('renderImage');
    expect(rendered).toMatchObject({ stage, function: 'renderImage', Renders: 1 });
    expect(rendered.RasterTime).toBeGreaterThan(0);
    expect(rendered._aws.CloudWatchMetrics[0].Dimensions).toEqual([['stage', 'function']]);
    expect(Object.assign({}, ...(await counted('generateTemplates')))).toMatchObject({
      ...{ AuthorAttempts: 1, AuthorInputTokens: 1, AuthorCachedTokens: 0, AuthorOutputTokens: 1 },
      GenerationRounds: 1,
    });
  });

  it('write no key, signature, prompt or value of a variable to their logs', () => {
    const secrets = [apiKey, url.searchParams.get('sig') ?? '', 'a card', 'Minted'];
    const written = [...running.values()].map((fn) => fn.output()).join('');

    expect(written).not.toBe('');
    for (const secret of secrets) expect(written).not.toContain(secret);
  });

  it('runCanary has nothing to look with before it is enrolled', async () => {
    const fn = await getFunction('runCanary');

    expect((await fn.invoke({})).answer).toEqual({ isEnrolled: false, failures: [] });
  });

  it('prewarmImage takes one message of its queue, and fails where no image host is', async () => {
    const fn = await getFunction('prewarmImage');

    const message = { body: JSON.stringify({ url: 'http://127.0.0.1:1/v1/image' }) };

    await expect(fn.invoke({ Records: [message] })).rejects.toThrow('Nothing is known of the image.');
  });

  it('resetQuotas runs', async () => {
    const fn = await getFunction('resetQuotas');

    expect((await fn.invoke({})).answer).toMatchObject({ failed: 0 });
  });
});
