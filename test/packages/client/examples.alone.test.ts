import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackage } from '../../../tools/packages/pack.ts';
import { isSoak } from '../../support/effort.ts';
import { useFolder } from '../../support/folder.ts';
import { startDev } from '../../support/running-service.ts';
import { countingProxy } from './counting-proxy.ts';

/**
 * @promise On-demand URLs: Sites with Next, Astro and plain HTML build while the service is stopped, and show their
 *   images once it runs
 * @figure long form: holds
 */

const run = promisify(execFile);
const commandLine = resolve('packages/cli/src/main.ts');

/** Installs frameworks from the registry, so in the long form only. */
describe.runIf(isSoak)('the sites of examples/, installed from the packed client and built', () => {
  const folder = useFolder();
  let service: Awaited<ReturnType<typeof startDev>>;
  let proxy: Awaited<ReturnType<typeof countingProxy>>;

  beforeAll(async () => {
    service = await startDev(join(folder, 'service'));
    proxy = await countingProxy(service.address.baseUrl);
  });
  afterAll(async () => {
    await proxy?.close();
    await service?.stop();
  });

  const environment = () => ({
    PATH: process.env.PATH,
    HOME: folder,
    IMAGE_URL_BASE_URL: proxy.url,
    IMAGE_URL_API_KEY: service.address.apiKey,
    ASTRO_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  });

  const installed = async (name: string) => {
    const site = join(folder, 'examples', name);
    // without what earlier runs of the example left in it
    const left = ['node_modules', 'package-lock.json', '.astro', '.cache', '.next', 'dist', 'image-url.lock.json'];
    await cp(join('examples', name), site, {
      recursive: true,
      filter: (path) => !left.some((end) => path.endsWith(`/${end}`)),
    });
    await packPackage(site, 'image-url-client');
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: site });
    return site;
  };
  /** What a build asks for. */
  const build = async (site: string, more: Record<string, string> = {}) => {
    proxy.taken();
    await run('npm', ['run', 'build'], { cwd: site, env: { ...environment(), ...more } });
    return proxy.taken();
  };
  /** Every page below a folder, by its path. */
  const pagesIn = async (output: string) => {
    const files = (await readdir(output, { recursive: true })).filter((file) => file.endsWith('.html')).sort();
    return Promise.all(files.map(async (file) => [file, await readFile(join(output, file), 'utf8')] as const));
  };
  const getImage = async (html: string) => {
    const [, url = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    const { status, headers } = await fetch(url.replaceAll(/&(amp|#38|#x26);/g, '&'));
    return [status, headers.get('content-type')];
  };

  it('Astro: 1,000 pages are 40 requests, and none the second time', async () => {
    const site = await installed('astro');
    const config = JSON.parse(await readFile(join(site, 'image-url.json'), 'utf8'));
    await writeFile(join(site, 'image-url.json'), JSON.stringify({ ...config, baseUrl: proxy.url }));
    await run(process.execPath, [commandLine, 'push'], { cwd: site, env: environment() });

    expect(await build(site, { PAGES: '1000' })).toEqual(Array(40).fill('POST /v1/urls'));
    const first = await pagesIn(join(site, 'dist'));
    await rm(join(site, 'dist'), { recursive: true });
    expect(await build(site, { PAGES: '1000', IMAGE_URL_API_KEY: '' })).toEqual([]);
    const second = await pagesIn(join(site, 'dist'));

    expect(first).toHaveLength(1_001);
    expect(second).toEqual(first);
    const last = new Map(second).get('article-1000/index.html') ?? '';
    expect(await getImage(last)).toEqual([200, 'image/webp']);
  });

  it.each([
    { name: 'html', output: 'dist', pages: '', atMost: 1 },
    // Next renders pages in processes of its own, each with its own moments
    { name: 'next', output: '.next', pages: 'server/app', atMost: 3 },
  ])('$name: a card on every page, and nothing asked for the second time', async ({ name, output, pages, atMost }) => {
    const site = await installed(name);

    const asked = await build(site);
    const articles = async () =>
      (await pagesIn(join(site, output, pages))).filter(([file]) =>
        /^(sourdough|night-trains|small-gardens)\./.test(file),
      );
    const first = await articles();
    await rm(join(site, output), { recursive: true });
    const again = await build(site, { IMAGE_URL_API_KEY: '' });
    const getTags = (built: typeof first) => built.map(([, html]) => html.match(/<meta [^>]*>/g));

    expect(new Set(asked)).toEqual(new Set(['POST /v1/urls']));
    expect(asked.length).toBeLessThanOrEqual(atMost);
    expect(again).toEqual([]);
    expect(first).toHaveLength(3);
    expect(getTags(await articles())).toEqual(getTags(first));
    for (const [, html] of first) expect(await getImage(html)).toEqual([200, 'image/webp']);
  });

  it.each([
    { name: 'html', output: 'dist', pages: '' },
    { name: 'next', output: '.next', pages: 'server/app' },
    { name: 'astro', output: 'dist', pages: '' },
  ])(
    '$name: builds with a signing key while the service is stopped, and shows its images once it runs',
    async (site) => {
      const at = await installed(site.name);
      if (site.name === 'astro') {
        const config = JSON.parse(await readFile(join(at, 'image-url.json'), 'utf8'));
        await writeFile(join(at, 'image-url.json'), JSON.stringify({ ...config, baseUrl: proxy.url }));
        await run(process.execPath, [commandLine, 'push'], { cwd: at, env: environment() });
      }
      const { baseUrl, imageUrl, apiKey } = service.address;
      const created = await fetch(`${baseUrl}/v1/signing-keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}` },
        body: '{"name":"site"}',
      });
      const { signingKey } = (await created.json()) as { signingKey: string };
      await service.stop();
      const keys = { IMAGE_URL_SIGNING_KEY: signingKey, IMAGE_URL_HOST: imageUrl, IMAGE_URL_API_KEY: '' };

      expect(await build(at, keys)).toEqual([]);

      service = await startDev(join(folder, 'service'), {}, new URL(imageUrl).port);
      await proxy.close();
      proxy = await countingProxy(service.address.baseUrl);
      const built = (await pagesIn(join(at, site.output, site.pages))).filter(([, html]) => html.includes('og:image'));
      expect(built.length).toBeGreaterThan(2);
      for (const [, html] of built) expect(await getImage(html)).toEqual([200, 'image/webp']);
    },
  );
});
