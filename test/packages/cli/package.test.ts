import { execFile } from 'node:child_process';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackage } from '../../../tools/packages/pack.ts';
import { isSoak } from '../../support/effort.ts';
import { useFolder } from '../../support/folder.ts';
import { startDev } from '../../support/running-service.ts';

const getManifest = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

it.each([
  ['packages/cli', 'esbuild', {}],
  ['packages/engine', undefined, { tinyglobby: expect.any(String) }],
])('%s depends on what rendering reads, at the versions of the functions', async (at, optional, others) => {
  const [layer, own] = await Promise.all(['layers/render', at].map((one) => getManifest(`${one}/package.json`)));
  const isPacked = (name: string) => /^(?:@fontsource|@twemoji)|^satori$/.test(name);
  const entries = Object.entries(layer.dependencies as Record<string, string>);
  const needed = Object.fromEntries(entries.filter(([name]) => !isPacked(name)));
  expect(own.dependencies).toEqual({ ...needed, ...others });
  const { [optional ?? '']: esbuild, ...fonts } = own.peerDependencies;
  expect(fonts).toEqual(Object.fromEntries(entries.filter(([name]) => name.startsWith('@fontsource-variable/'))));
  expect(Object.keys(own.peerDependenciesMeta).sort()).toEqual(Object.keys(own.peerDependencies).sort());
  expect(esbuild).toEqual(optional && expect.stringMatching(/^>=/));
});

/** Installs from the registry, so in the long form only. */
describe.runIf(isSoak)('the package, installed from its tarball into an empty folder', { timeout: 3_600_000 }, () => {
  const site = useFolder();
  let service: Awaited<ReturnType<typeof startDev>>;
  const run = promisify(execFile);
  beforeAll(async () => {
    const starting = startDev(join(site, 'service'));
    const tarball = await packPackage(site, 'image-url-cli');
    await writeFile(join(site, 'package.json'), '{ "name": "site", "private": true }');
    await run('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: site });
    service = await starting;
  }, 3_600_000);
  afterAll(async () => {
    await service?.stop();
  });

  const imageUrl = async (...args: string[]) => {
    const { apiKey: IMAGE_URL_API_KEY } = service.address;
    const env = { PATH: process.env.PATH, HOME: site, IMAGE_URL_API_KEY, IMAGE_URL_BASE_URL: service.address.baseUrl };
    const { stdout } = await run('npx', ['image-url', ...args, '--json'], { cwd: site, env });
    return JSON.parse(stdout);
  };
  const files = async () =>
    Promise.all(
      (await readdir(join(site, 'cards')))
        .filter((name) => name.endsWith('x'))
        .map((name) => readFile(join(site, 'cards', name), 'utf8')),
    );

  it('takes every starter to the service and back, and changes nothing twice', async () => {
    await imageUrl('init', '--base-url', service.address.baseUrl);
    const config = await getManifest(join(site, 'image-url.json'));
    await writeFile(join(site, 'image-url.json'), JSON.stringify({ ...config, templates: 'cards/*.{jsx,tsx}' }));
    await cp('starters', join(site, 'cards'), { recursive: true, filter: (path) => !path.endsWith('.ts') });
    const before = await files();

    expect((await imageUrl('check')).findings).toEqual([]);
    const pushed = await imageUrl('push');
    expect(new Set(pushed.templates.map(({ action }: { action: string }) => action))).toEqual(new Set(['created']));
    const again = await imageUrl('push');
    for (const one of again.templates) expect(one).toMatchObject({ action: 'unchanged', version: 1 });
    await imageUrl('pull');
    expect(await files()).toEqual(before);
    expect((await imageUrl('diff')).isSame).toBe(true);
    const { url } = await imageUrl('mint', 'cards/article.jsx', '--var', 'title=Hello');
    expect((await fetch(url)).status).toBe(200);
  });
});
