import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackage } from '../../../tools/packages/pack.ts';
import file from '../../deliver/vectors/on-demand-urls.json' with { type: 'json' };
import { useFolder } from '../../support/folder.ts';
import { startDev } from '../../support/running-service.ts';
import { typedProgram } from './typed-program.ts';

const run = promisify(execFile);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const entries = ['index', 'html', 'next', 'astro', 'sveltekit', 'nuxt', 'tags'];

const site = useFolder();
let installed: string;
let service: Awaited<ReturnType<typeof startDev>>;

/** A program in the site's folder, and what it prints as JSON. */
const inSite = async (program: string, environment: Record<string, string> = {}) => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: site,
    env: { PATH: process.env.PATH, ...environment },
  });
  return JSON.parse(stdout);
};

/** The package as it would be published, installed without a network into a folder that knows nothing of this repository. */
beforeAll(async () => {
  const starting = startDev(join(site, 'service'));
  const tarball = await packPackage(site, 'image-url-client');
  await writeFile(join(site, 'package.json'), JSON.stringify({ name: 'site', private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: site });
  for (const folder of ['examples', 'server/api', 'server/utils'])
    await cp('docs/examples/client', join(site, folder), { recursive: true });
  installed = join(site, 'node_modules', 'image-url-client');
  service = await starting;
});
afterAll(async () => {
  await service?.stop();
});

const environment = () => ({ IMAGE_URL_BASE_URL: service.address.baseUrl, IMAGE_URL_API_KEY: service.address.apiKey });
const [{ signingKey = '' } = {}] = file.vectors;
const signing = { IMAGE_URL_HOST: 'https://img.example.com', IMAGE_URL_SIGNING_KEY: signingKey };
const used = async () => {
  const { baseUrl, apiKey } = service.address;
  const answer = await fetch(`${baseUrl}/v1/usage`, { headers: { authorization: `Bearer ${apiKey}` } });
  return ((await answer.json()) as { imageMints: { used: number } }).imageMints.used;
};

describe('the package', () => {
  it('holds modules, their declarations, a licence and how to use it, and brings nothing else', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect((await readdir(installed)).sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json']);
    expect(await readdir(join(site, 'node_modules'))).toEqual(['.package-lock.json', 'image-url-client']);
    expect(['dependencies', 'peerDependencies', 'optionalDependencies'].filter((name) => name in manifest)).toEqual([]);
    const { './package.json': itself, ...modules } = manifest.exports as Record<string, { default: string }>;
    expect(itself).toBe('./package.json');
    expect(Object.values(modules).map((paths) => paths.default)).toEqual(entries.map((name) => `./dist/${name}.js`));
  });

  it('is under 15 KB, gzipped, with every adapter and the names of all samples', async () => {
    const modules = (await readdir(join(installed, 'dist'))).filter((file) => file.endsWith('.js'));
    const code = await Promise.all(modules.map((file) => readFile(join(installed, 'dist', file))));
    expect(gzipSync(Buffer.concat(code)).length).toBeLessThan(15 * 1024);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('is typed by what its users declare: module %s, resolution %s', async (module, moduleResolution) => {
    const folder = join(site, module);
    await mkdir(folder);
    await writeFile(join(folder, 'program.ts'), typedProgram);
    // with no types but its own, every declaration checked
    const strict = { noEmit: true, strict: true, skipLibCheck: false, types: [], lib: ['ES2022'], target: 'ES2022' };
    const compilerOptions = { ...strict, module, moduleResolution };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));

    const { stdout } = await run(process.execPath, [tsc, '--project', folder]).catch((error) => error);

    expect(stdout).toBe('');
  });
});

it('against the running service the client answers a URL that shows the image it describes, and asks no second time', async () => {
  const program = `
      const { createClient } = await import('image-url-client');
      const { IMAGE_URL_BASE_URL: baseUrl, IMAGE_URL_API_KEY: apiKey } = process.env;
      const images = createClient({ baseUrl, apiKey, cache: 'urls.json' });
      const cards = [600, 601].map((width) => images.mint({ templateId: 'starter-article', width, devicePixelRatio: 2 }));
      console.log(JSON.stringify(await Promise.all(cards)));
    `;
  const before = await used();

  const first = await inSite(program, environment());
  expect(await inSite(program, { IMAGE_URL_BASE_URL: service.address.baseUrl })).toEqual(first);
  expect((await used()) - before).toBe(2);
  expect(first[0]).toMatchObject({ width: 1_200, height: 1_260, contentType: 'image/webp', engine: 'takumi' });
  const image = await fetch(first[0].url);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

describe('the examples of docs/frameworks.md', () => {
  const show = (program: string) =>
    inSite(`const print = (value) => console.log(JSON.stringify(value)); ${program}`, signing);
  const tags = [
    { property: 'og:image', content: expect.stringMatching(/^https:\/\/img\.example\.com\/v1\/i\/.*\.webp$/) },
    { property: 'og:image:alt', content: 'Card: Hello' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];

  it.each<[string, string, unknown]>([
    [
      'HTML',
      "print((await import('./examples/html.js')).heads);",
      [expect.stringMatching(/^<meta property="og:image" content="https:.*\.webp">\n/), expect.any(String)],
    ],
    [
      'Next',
      "print(await (await import('./examples/next.js')).generateMetadata({ params: Promise.resolve({ slug: 'hello' }) }));",
      expect.objectContaining({
        title: 'Hello',
        openGraph: { images: [expect.objectContaining({ alt: 'Card: Hello' })] },
      }),
    ],
    ['Astro', "print((await import('./examples/astro.js')).tags);", tags],
    [
      'SvelteKit',
      "print(await (await import('./examples/sveltekit-run.js')).load({ params: { slug: 'hello' } }));",
      { tags },
    ],
    [
      'Nuxt',
      `globalThis.defineEventHandler = (handler) => handler;
       globalThis.getQuery = () => ({ slug: 'hello' });
       print(await (await import('./server/api/nuxt.js')).default());`,
      { meta: tags },
    ],
  ])('%s', async (_framework, program, expected) => {
    const [, frontmatter = ''] = (await readFile('docs/examples/client/astro.astro', 'utf8')).split('---\n');
    const astro = `const Astro = { props: { title: 'Hello' } };\n${frontmatter}export { tags };\n`;
    await writeFile(join(site, 'examples', 'astro.js'), astro);
    // what SvelteKit resolves
    const modules = { './images.server.js': './images-run.js', '$app/env/private': './env.js' };
    await writeFile(
      join(site, 'examples', 'env.js'),
      'export const { IMAGE_URL_HOST, IMAGE_URL_SIGNING_KEY } = process.env;',
    );
    for (const [from, to] of [
      ['sveltekit', 'sveltekit-run'],
      ['sveltekit-images', 'images-run'],
    ]) {
      let code = await readFile(`docs/examples/client/${from}.js`, 'utf8');
      for (const [name, path] of Object.entries(modules)) code = code.replace(name, path);
      await writeFile(join(site, 'examples', `${to}.js`), code);
    }
    expect(await show(program)).toEqual(expected);
  });

  it('the card sends every variable that shows', async () => {
    const program = `
      const { images } = await import('./examples/minting.js');
      const { card } = await import('./examples/card.js');
      const warnings = [];
      console.warn = (text) => warnings.push(text);
      await images.mint(card({ title: 'Hello' }));
      const { date, ...others } = card({ title: 'Hello' }).variables;
      await images.mint({ templateId: 'starter-article', variables: others });
      console.log(JSON.stringify(warnings));
    `;

    expect(await inSite(program, environment())).toEqual([expect.stringContaining('date "14 March 2026"')]);
  });

  it('errors', async () => {
    const { stdout } = await run(process.execPath, ['examples/errors.js'], {
      cwd: site,
      env: { ...process.env, ...environment() },
    });
    expect(stdout).toMatch(/^TEMPLATE_NOT_FOUND 404 [\w-]+ No such template/);
  });
});

it('is packed whole, however many runs pack it at the same time', async () => {
  const folders = await Promise.all([1, 2, 3].map((run) => mkdtemp(join(site, `packed-${run}-`))));
  const tarballs = await Promise.all(folders.map((one) => packPackage(one, 'image-url-client')));
  const sizes = await Promise.all(tarballs.map(async (tarball) => (await stat(tarball)).size));
  expect(new Set(sizes).size).toBe(1);
});
