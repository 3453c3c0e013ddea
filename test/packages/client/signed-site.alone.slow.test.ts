import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { packPackage } from '../../../tools/packages/pack.ts';
import file from '../../deliver/vectors/on-demand-urls.json' with { type: 'json' };
import { useFolder } from '../../support/folder.ts';

const run = promisify(execFile);
const [{ signingKey = '' } = {}] = file.vectors;

const site = useFolder();
beforeAll(async () => {
  for (const name of ['articles.json', 'build.js', 'images.js', 'package.json'])
    await cp(join('examples/html', name), join(site, name));
  await packPackage(site, 'image-url-client');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund'], { cwd: site });
  // whatever asks for anything ends the build
  const offline = `import net from 'node:net';
    net.Socket.prototype.connect = () => { throw new Error('a connection was opened'); };
    globalThis.fetch = () => { throw new Error('fetch was called'); };`;
  await writeFile(join(site, 'offline.mjs'), offline);
});

const build = async (environment: Record<string, string>) => {
  await rm(join(site, 'dist'), { recursive: true, force: true });
  await run(process.execPath, ['--import', './offline.mjs', 'build.js'], {
    cwd: site,
    env: { PATH: process.env.PATH, ...environment },
  });
  const pages = (await readdir(join(site, 'dist'))).sort();
  return Promise.all(pages.map((page) => readFile(join(site, 'dist', page), 'utf8')));
};

it('the example builds with a signing key and without any connection, the same each time', async () => {
  const environment = { IMAGE_URL_HOST: 'https://img.example.com', IMAGE_URL_SIGNING_KEY: signingKey };
  const pages = await build(environment);

  expect(pages).toHaveLength(3);
  for (const html of pages)
    expect(html).toMatch(
      /<meta property="og:image" content="https:\/\/img\.example\.com\/v1\/i\/[\w-]+\/[\w-]{43}\/starter-article\/-\/[\w-]+\.webp">/,
    );
  expect(await build(environment)).toEqual(pages);
});

it('and that would have been noticed: minting opens one', async () => {
  await expect(build({ IMAGE_URL_API_KEY: 'iu_test' })).rejects.toThrow();
});
