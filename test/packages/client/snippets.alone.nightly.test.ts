import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packPackage } from '../../../tools/packages/pack.ts';
import { useFolder } from '../../support/folder.ts';
import { startDev } from '../../support/running-service.ts';
import { type FrameworkSite, getFrameworkSites } from './framework-sites.ts';

const run = promisify(execFile);
const folder = useFolder();

let service: Awaited<ReturnType<typeof startDev>>;
let tarball: string;
let sites: readonly FrameworkSite[];
/** The site's `.env`. */
let environment: string;

const post = async (path: string, body: object) => {
  const { baseUrl, apiKey } = service.address;
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as { templateId: string; signingKey: string };
};

/** Needs the registry, and up to 400 MB for a site. */
beforeAll(async () => {
  service = await startDev(join(folder, 'service'));
  tarball = await packPackage(folder, 'image-url-client');
  const code = `export const options = { width: 1200, height: 630 };\nexport default ({ title }) => <h1>{title}</h1>;`;
  const { templateId } = await post('/v1/templates', { name: 'Mine', code });
  const { signingKey } = await post('/v1/signing-keys', { name: 'site' });
  const { baseUrl, imageUrl, apiKey } = service.address;
  environment = Object.entries({
    ...{ IMAGE_URL_HOST: imageUrl, IMAGE_URL_SIGNING_KEY: signingKey },
    ...{ IMAGE_URL_BASE_URL: baseUrl, IMAGE_URL_API_KEY: apiKey },
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
  ({ sites } = getFrameworkSites(templateId));
});
afterAll(() => service?.stop());

/** Without the site's variables, which are in `.env`. */
const env = {
  ...{ PATH: process.env.PATH, HOME: process.env.HOME },
  ...{ ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' },
};

/** Writes, installs and builds a site. @returns its folder, and what the build printed */
const build = async (site: FrameworkSite) => {
  const cwd = join(folder, site.name);
  const dependencies = { ...site.dependencies, 'image-url-client': `file:${tarball}` };
  const files = {
    ...site.files,
    '.env': environment,
    'package.json': JSON.stringify({ type: 'module', dependencies, overrides: site.overrides }),
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, file)), { recursive: true });
    await writeFile(join(cwd, file), text);
  }
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd });
  const printed = site.build ? await run('npx', [...site.build], { cwd, env }) : { stdout: '', stderr: '' };
  return { cwd, printed: printed.stdout + printed.stderr };
};

const getFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
};

/** Starts a site's server. @returns its address once it answers, and what it has printed when it was stopped */
const serve = async ({ serve: program, pages: [first = '/'] }: FrameworkSite, cwd: string) => {
  const port = await getFreePort();
  const [command = '', ...args] = program.map((word) => ({ HOST: '127.0.0.1', PORT: String(port) })[word] ?? word);
  const server = spawn(command === 'node' ? process.execPath : join(cwd, 'node_modules/.bin', command), args, {
    cwd,
    env: { ...env, PORT: String(port), HOST: '127.0.0.1' },
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (printed += text));
  const stop = async () => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit');
    return printed;
  };
  const address = `http://127.0.0.1:${port}`;
  while (!(await fetch(address + first).catch(() => undefined))) {
    if (server.exitCode !== null) throw new Error(`The server ended: ${printed}`);
    await new Promise((done) => setTimeout(done, 200));
  }
  return { address, stop };
};

const getImageUrl = (html: string): string => {
  const [tag = ''] = /<meta[^>]*"og:image"[^>]*>/.exec(html) ?? [];
  return (/content="([^"]*)"/.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&');
};

it.each(getFrameworkSites('').sites.map(({ name }) => name))(
  '%s: code of docs/frameworks.md and of Get URL, with keys in .env, shows its images',
  async (name) => {
    const site = sites.find((one) => one.name === name) ?? expect.fail('no such site');
    const { cwd, printed } = await build(site);
    const { address, stop } = await serve(site, cwd);
    const shown: Record<string, unknown> = {};
    for (const path of site.pages) {
      const url = getImageUrl(await (await fetch(address + path)).text());
      // an image of the site's own has the address that its framework believes to have
      const { pathname, search } = new URL(url, address);
      const response = await fetch(path.startsWith('/own') ? address + pathname + search : url);
      const { width, height } = await sharp(await response.arrayBuffer())
        .metadata()
        .catch(() => ({ width: 0, height: 0 }));
      shown[path] = [response.status, width, height];
    }
    const said = printed + (await stop());

    expect(shown, said).toEqual(Object.fromEntries(site.pages.map((path) => [path, [200, 1200, 630]])));
    expect(said, 'no sample of a starter is left').not.toContain('image-url-client:');
  },
);
