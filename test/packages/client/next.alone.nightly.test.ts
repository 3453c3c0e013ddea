import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { packPackage } from '../../../tools/packages/pack.ts';
import { useFolder } from '../../support/folder.ts';
import { startDev } from '../../support/running-service.ts';

const run = promisify(execFile);
const folder = useFolder();
const site = join(folder, 'next');
const image = 'app/authors/[author]/opengraph-image.tsx';

let service: Awaited<ReturnType<typeof startDev>>;
let signingKey: string;

/** Needs the registry, and about 400 MB. */
beforeAll(async () => {
  service = await startDev(join(folder, 'service'));
  const { baseUrl, apiKey } = service.address;
  const headers = { authorization: `Bearer ${apiKey}` };
  const created = await fetch(`${baseUrl}/v1/signing-keys`, { method: 'POST', headers, body: '{"name":"site"}' });
  ({ signingKey } = (await created.json()) as { signingKey: string });
  const left = ['node_modules', 'package-lock.json', '.cache', '.next'];
  const filter = (path: string) => !left.some((end) => path.endsWith(`/${end}`));
  await cp('examples/next', site, { recursive: true, filter });
  await packPackage(site, 'image-url-client');
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: site });
});
afterAll(() => service?.stop());

const environment = (key = signingKey) => ({
  ...{ PATH: process.env.PATH, HOME: folder, NEXT_TELEMETRY_DISABLED: '1' },
  ...{ IMAGE_URL_HOST: service.address.imageUrl, IMAGE_URL_SIGNING_KEY: key },
});
/** A key of the right form that no service has. */
const unknownKey = `iusk.1-${'a'.repeat(16)}-${'b'.repeat(16)}.${'c'.repeat(43)}`;

const build = (key?: string) => run('npm', ['run', 'build'], { cwd: site, env: environment(key) });

/** Starts the built site until the test ends. @returns its address */
const start = async (key?: string): Promise<string> => {
  const next = join(site, 'node_modules/next/dist/bin/next');
  const args = [next, 'start', '--hostname', '127.0.0.1', '--port', '0'];
  const child = spawn(process.execPath, args, {
    cwd: site,
    env: environment(key),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error('Next ended at its start.');
};

const getTag = (html: string, property: string): string => {
  const [, content = ''] = new RegExp(`<meta property="${property}" content="([^"]+)"`).exec(html) ?? [];
  return content.replaceAll('&amp;', '&');
};
/** Format and size of an image, from its bytes. */
const look = async (answer: Response) => {
  const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
  return { status: answer.status, type: answer.headers.get('content-type'), format, width, height };
};

it('the example for Next has images of the service in its metadata and in opengraph-image', async () => {
  await build();
  const address = await start();

  const article = await (await fetch(`${address}/sourdough`)).text();
  expect([getTag(article, 'og:image:width'), getTag(article, 'og:image:height')]).toEqual(['1200', '630']);
  const size = { width: 1200, height: 630 };
  const webp = { status: 200, type: 'image/webp', format: 'webp', ...size };
  expect(await look(await fetch(getTag(article, 'og:image')))).toEqual(webp);

  const author = await (await fetch(`${address}/authors/ida-holm`)).text();
  expect([getTag(author, 'og:image:width'), getTag(author, 'og:image:height')]).toEqual(['1200', '630']);
  const { pathname, search } = new URL(getTag(author, 'og:image'));
  const jpeg = { status: 200, type: 'image/jpeg', format: 'jpeg', ...size };
  expect(await look(await fetch(`${address}${pathname}${search}`))).toEqual(jpeg);

  const unknown = ['/authors/nobody', `${pathname.replace('ida-holm', 'nobody')}${search}`];
  for (const path of unknown) expect((await fetch(address + path)).status, path).toBe(404);
});

it('opengraph-image answers 500 and fails a build when there is no image', async () => {
  await build();
  const refused = await fetch(`${await start(unknownKey)}/authors/ida-holm/opengraph-image`);
  expect([refused.status, refused.headers.get('content-type')]).not.toContain('image/jpeg');
  expect(refused.status).toBe(500);

  const params = 'export const generateStaticParams = () => [...authors.keys()].map((author) => ({ author }));';
  await appendFile(join(site, image), `\n${params}\n`);
  await expect(build(unknownKey)).rejects.toMatchObject({ stderr: expect.stringContaining('NO_IMAGE') });
  await build();
  const pages = await readdir(join(site, '.next/server/app/authors'), { recursive: true });
  const bodies = pages.filter((file) => file.endsWith('.body'));
  expect(bodies).toHaveLength(3);
  for (const file of bodies) {
    const { format } = await sharp(await readFile(join(site, '.next/server/app/authors', file))).metadata();
    expect(format, file).toBe('jpeg');
  }
});
