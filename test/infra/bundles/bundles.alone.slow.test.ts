import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { App, Stack } from 'aws-cdk-lib';
import { Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { type ApiRouteId, routes } from 'image-url-contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FunctionId, functionOf, functions } from '../../../lambdas/config/functions.ts';
import { functionCode } from '../../../lib/app/assets.ts';
import { startBedrock } from '../../../local/bedrock.ts';
import { useFolder } from '../../support/folder.ts';
import { below } from '../../support/held.ts';
import { scriptedAuthor } from '../../support/scripted-author.ts';
import { findDiagnostics } from '../synthesise.ts';
import { apiEvent, type BundledService, imageEvent, openBundledService } from './bundled-service.ts';
import type { RunningFunction } from './deployed-function.ts';
import { installPacked, type PackedConstruct, synthesisePacked } from './packed-construct.ts';
import { typedApp } from './typed-app.ts';

const code = `export default ({ title = 'From a bundle' }) => <div style={{ fontSize: 60, color: 'navy' }}>{title}</div>;`;

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

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

const zippedBytes = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + deflateRawSync(readFileSync(join(folder, name))).length, 0);

const api = async (id: ApiRouteId, more: object = {}) => {
  const fn = await getFunction(functionOf[id]);
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
/** The index of font families, whose hashes do not compress, takes 150 KB of it, the reader of HTML 20 KB. */
const mostZippedBytes = 1_650_000;

describe('the package', () => {
  it('has the interface that is recorded, and the files of a package', async () => {
    const dist = join(packed.installed, 'dist');
    const others = readdirSync(dist).filter((name) => name.endsWith('.d.ts') && name !== 'index.d.ts');
    const declarations = ['index.d.ts', ...others]
      .map((name) => readFileSync(join(dist, name), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, ''))
      .map((text) => text.replace(/^\s*\n/gm, ''));

    const files = ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json'];
    expect(readdirSync(packed.installed).sort()).toEqual(files);
    // fonts and the layer are a package of their own
    expect(packed.tarballBytes).toBeLessThan(10_000_000);
    await expect(declarations.join('\n')).toMatchFileSnapshot(resolve('packages/cdk/api.d.ts.txt'));
  });

  it('synthesises in an app outside the repository, without a finding of the checks', () => {
    expect(packed.report).not.toContain('ERROR');
    expect(findDiagnostics(packed.assembly)).toEqual([]);
    expect(packed.templates).toHaveLength(3);
    for (const text of packed.templates.map((name) => readFileSync(name, 'utf8'))) {
      expect(Object.keys(JSON.parse(text).Resources).length).toBeLessThan(380);
      expect(text).not.toContain(resolve(packed.assembly, '..'));
    }
  });

  it('is typed by what an app in TypeScript writes, which synthesises the same', () => {
    writeFileSync(join(site, 'app.ts'), typedApp);
    // with no types but those of its packages, its own declarations checked
    const strict = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      types: ['node'],
    };
    const options = { ...strict, target: 'ES2022', module: 'NodeNext', typeRoots: [resolve('node_modules/@types')] };
    const index = 'node_modules/image-url-cdk/dist/index.d.ts';
    writeFileSync(join(site, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['app.ts', index] }));
    const inSite = { cwd: site, encoding: 'utf8' } as const;

    const compiled = spawnSync(process.execPath, [tsc, '--project', '.'], inSite);
    expect([compiled.status, compiled.stdout]).toEqual([0, '']);
    const { status, stderr } = spawnSync(process.execPath, ['app.ts'], inSite);
    expect([status, stderr]).toEqual([0, '']);
    const made = readdirSync(join(site, 'typed.out'), { recursive: true, encoding: 'utf8' });
    expect(made.filter((name) => name.endsWith('.template.json'))).toHaveLength(3);
  });

  it.each([
    [
      'a misspelt prop',
      "{ imageDomian: { domainName: 'img.example.com' } }",
      'imageDomian: there is no such name; did you mean imageDomain?',
    ],
    ['a domain alone', "{ imageDomain: { domainName: 'img.example.com' } }", 'imageDomain.certificate: expected a'],
  ])('answers %s in plain JavaScript in one sentence', (_what, props, message) => {
    const program = `import { App, Stack } from 'aws-cdk-lib';
      import { ImageUrls } from 'image-url-cdk';
      try {
        new ImageUrls(new Stack(new App(), 'Shop'), 'Images', ${props});
      } catch (error) {
        console.log(error.message);
      }`;
    const words = ['--input-type=module', '--eval', program];
    const { stdout } = spawnSync(process.execPath, words, { cwd: site, encoding: 'utf8' });

    expect(stdout.trim()).toMatch(/^[^\n]+[.?]$/);
    expect(stdout).toContain(`ImageUrls Shop/Images: ${message}`);
  });

  it.skipIf(spawnSync('cfn-lint', ['--version']).status !== 0)('has templates that cfn-lint accepts', () => {
    const { stdout, stderr } = spawnSync('cfn-lint', ['-i', 'W3005', '--', ...packed.templates], { encoding: 'utf8' });

    expect(stdout + stderr).toBe('');
  });

  it('is not needed for a stack of this repository, which bundles the code itself', () => {
    const outdir = join(packed.assembly, '../one');
    const app = new App({ outdir });
    const props = { runtime: Runtime.NODEJS_24_X, handler: 'index.handler', code: functionCode('usage') };
    new LambdaFunction(new Stack(app, 'One'), 'Fn', props);
    app.synth();
    const [asset = ''] = readdirSync(outdir).filter((name) => name.startsWith('asset.'));

    expect(readdirSync(join(outdir, asset))).toContain('index.mjs');
  });
});

it('the bundles are there for every function, small, of code alone, with the interpreter where templates run', () => {
  const running = [
    ...['checkTemplate', 'createTemplate', 'generateTemplates', 'mintUrl', 'mintUrls'],
    ...['putFallback', 'renderOnDemand', 'renderSiteImage', 'reviseTemplate', 'templateHistory', 'updateTemplate'],
  ];
  const holding: string[] = [];
  expect(Object.keys(deployed).sort()).toEqual(Object.keys(functions).sort());
  for (const [id, { folder }] of Object.entries(deployed)) {
    const files = readdirSync(folder);
    if (files.some((file) => file.endsWith('.wasm'))) holding.push(id);
    for (const file of files) {
      expect(file).toMatch(/\.(mjs|mjs\.map|wasm)$/);
      expect(statSync(join(folder, file)).size).toBeGreaterThan(0);
      const text = readFileSync(join(folder, file), 'utf8');
      // `z.core` as a value brings 260 KB of zod's messages in every language into what a cold start parses
      expect(text).not.toContain('Ongeldige invoer');
      // as an ES module, `node:http` loads all of `fetch`; `node:http2` is for clients of streams
      expect(text, file).not.toMatch(/(?:from|import\() *"(?:node:)?http2?"/);
      // as CommonJS, the core of the AWS SDK is bundled whole, with what nothing uses
      expect(text, file).not.toMatch(/\.HttpProtocol=/);
    }
    expect(zippedBytes(folder)).toBeLessThan(mostZippedBytes);
  }
  expect(holding.sort()).toEqual(running);
});

describe('the bundled functions, in the order of a deployment', () => {
  let templateId: string;
  let url: URL;

  it('rotateSigningKey makes the first key', async () => {
    await expect((await getFunction('rotateSigningKey')).invoke({})).resolves.toBeDefined();
  });

  it('createTemplate and updateTemplate compile in their sandboxes; the template is read and listed', async () => {
    const { status, json } = await api('createTemplate', { body: { name: 'One', code } });
    expect([status, json.message]).toEqual([201, undefined]);
    templateId = json.templateId;
    const pathParameters = { templateId };
    const updated = await api('updateTemplate', { pathParameters, body: { code: `${code} ` } });
    const read = await api('getTemplate', { pathParameters });
    const listed = await api('listTemplates');

    expect([updated.status, read.json.template.code]).toEqual([200, `${code} `]);
    expect(listed.json.templates[0].signedPreviewUrl).toContain('https://img.example.com/v1/image?');
  });

  it('mintUrl and mintUrls evaluate and sign', async () => {
    const one = await api('mintUrl', { body: { templateId, variables: { title: 'Minted' }, format: 'png' } });
    const many = await api('mintUrls', { body: { items: [{ templateId }] } });

    expect([one.status, many.status]).toEqual([200, 200]);
    url = new URL(one.json.url);
  });

  it('renderImage starts its render worker before the first request, renders with its layer, and streams', async () => {
    const fn = await getFunction('renderImage');
    expect(below(fn.pid)).toHaveLength(1);

    const { answer, isStreamed } = await fn.invoke(imageEvent(url));

    expect([isStreamed, answer.statusCode, answer.headers['X-Image-Cache']]).toEqual([true, 200, 'render']);
    expect(Buffer.from(answer.body, 'base64').subarray(1, 4).toString('latin1')).toBe('PNG');
  });

  it('functions of several routes answer each by its own handler', async () => {
    const pathParameters = { templateId };
    const versions = await api('listVersions', { pathParameters });
    const version = await api('getVersion', { pathParameters: { templateId, version: '1' } });
    const keys = await api('listKeys');
    const signingKeys = await api('listSigningKeys');
    const refused = await api('deleteKey', { pathParameters: { keyId: 'unknown' } });

    expect(versions.json.versions.map((one: { version: number }) => one.version)).toEqual([2, 1]);
    expect(version.json.template.code).toBe(code);
    expect([keys.json.keys.length, signingKeys.json]).toEqual([1, { signingKeys: [] }]);
    expect([refused.status, refused.json.code]).toEqual([404, 'KEY_NOT_FOUND']);
  });

  it('generateTemplates and reviseTemplate ask the model, and stream', async () => {
    const generated = await api('generateTemplates', { body: { items: [{ prompt: 'a card' }] } });
    const revised = await api('reviseTemplate', { pathParameters: { templateId }, body: { prompt: 'a card' } });

    for (const one of [generated, revised]) expect(one).toMatchObject({ status: 200, isStreamed: true });
    expect([generated.json.results[0].ok, revised.json.ok]).toEqual([true, true]);
    expect(revised.json.result.templateId).toBe(templateId);
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

  it('runCanary, prewarmImage and resetQuotas run', async () => {
    const run = async (id: FunctionId, event: object = {}) => (await getFunction(id)).invoke(event);
    const Records = [{ body: JSON.stringify({ url: 'http://127.0.0.1:1/v1/image' }) }];

    // before it is enrolled it has nothing to look with
    expect((await run('runCanary')).answer).toEqual({ isEnrolled: false, failures: [] });
    // no image host is there
    await expect(run('prewarmImage', { Records })).rejects.toThrow('Nothing is known of the image.');
    expect((await run('resetQuotas')).answer).toMatchObject({ failed: 0 });
  });
});
