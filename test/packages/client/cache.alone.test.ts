import { execFile } from 'node:child_process';
import files, { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { limits } from 'image-url-contract/limits.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileCache } from '../../../packages/client/src/cache-file.ts';
import { type Cache, createClient } from '../../../packages/client/src/index.ts';
import { effort } from '../../support/effort.ts';
import { dayMs, emulator, failed, minted } from './emulator.ts';

let folder: string;
let cache: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-cache-'));
  cache = join(folder, '.cache', 'image-urls.json');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});
const cached = async () => Object.keys(JSON.parse(await readFile(cache, 'utf8')).urls);

describe('a cache file', () => {
  it('answers a second build, which needs neither a request nor a key', async () => {
    const { options, requests, baseUrl } = await emulator();
    const pages = Array.from({ length: 2 * limits.itemsPerMint + 1 }, (_, n) => ({
      templateId: 'a',
      variables: { n },
    }));
    const build = (apiKey?: string) => {
      const images = createClient({ baseUrl, apiKey, cache });
      return Promise.all(pages.map((page) => images.mint(page)));
    };

    const first = await build(options.apiKey);
    expect(await build()).toEqual(first);
    expect(requests).toHaveLength(3);
    expect(await readdir(join(folder, '.cache'))).toEqual(['image-urls.json']);
  });

  it('distinguishes services, templates, versions, variables and options', async () => {
    const { options, requests } = await emulator();
    const other = await emulator();
    const card = { templateId: 'a', variables: { n: 1 } };
    const images = createClient({ ...options, cache });

    await images.mint(card);
    await createClient({ ...other.options, cache }).mint(card);
    for (const change of [{ templateId: 'b' }, { version: 1 }, { variables: { n: '1' } }, { width: 600 }, { tv: 'x' }])
      await images.mint({ ...card, ...change });

    expect([requests.length, other.requests.length]).toEqual([6, 1]);
    expect(await cached()).toHaveLength(7);
  });

  it('mints again what expires within a fortnight, and forgets it', async () => {
    let daysLeft = 14;
    const { options, requests } = await emulator(({ items }) => minted(items, Date.now() + daysLeft * dayMs));
    const mint = () => createClient({ ...options, cache }).mint({ templateId: 'a' });

    await mint();
    expect(await cached()).toEqual([]);
    daysLeft = 15;
    await mint();
    await mint();

    expect(requests).toHaveLength(2);
  });

  it('is shared by many processes at once that lose nothing', async () => {
    const { options } = await emulator();
    const program = `
      const { createClient } = await import(${JSON.stringify(resolve('packages/client/src/index.ts'))});
      const [baseUrl, cache, name] = process.argv.slice(1);
      const images = createClient({ baseUrl, apiKey: 'iu_test', cache });
      await Promise.all([1, 2, 3].map((n) => images.mint({ templateId: 'a', variables: { name, n } })));
      process.exit(0);
    `;
    const processes = effort(12, 50);

    const run = (_: unknown, n: number) => {
      const args = ['--input-type=module', '--eval', program, options.baseUrl, cache, `${n}`];
      return promisify(execFile)(process.execPath, args);
    };
    await Promise.all(Array.from({ length: processes }, run));

    expect(await cached()).toHaveLength(processes * 3);
    expect(await readdir(join(folder, '.cache'))).toEqual(['image-urls.json']);
  });

  it('is written although a process was killed that held its lock', async () => {
    const { options } = await emulator();
    await mkdir(join(folder, '.cache'));
    await writeFile(`${cache}.lock`, 'of one that is gone');
    await utimes(`${cache}.lock`, 0, 0);
    await createClient({ ...options, cache }).mint({ templateId: 'a' });
    expect(await cached()).toHaveLength(1);
    expect(await readdir(join(folder, '.cache'))).toEqual(['image-urls.json']);
  });

  const noCaches = ['{ broken', '{"name":"site"}', '<<<<<<< HEAD', '[]'];
  it.each(noCaches)('that is none is named and left alone: %s', async (text) => {
    const { options, requests } = await emulator();
    const package_ = join(folder, 'package.json');
    await writeFile(package_, text);

    await expect(createClient({ ...options, cache: package_ }).mint({ templateId: 'a' })).rejects.toMatchObject({
      code: 'CACHE_UNREADABLE',
      message: expect.stringContaining(
        `${package_} is not a cache file of image-url-client: delete it, or choose another path. (template`,
      ),
    });
    expect(await readFile(package_, 'utf8')).toBe(text);
    expect(requests).toHaveLength(0);
  });

  it('that is empty, or whose entries are no URLs, is filled', async () => {
    const { options } = await emulator();
    const mint = () => createClient({ ...options, cache }).mint({ templateId: 'a' });
    await mkdir(join(folder, '.cache'));

    await writeFile(cache, '');
    await mint();
    const [key = ''] = await cached();
    await writeFile(cache, JSON.stringify({ urls: { [key]: 'x', [`${key}x`]: null } }));

    expect((await mint()).url).toContain('http');
    expect(await cached()).toEqual([key]);
  });

  it('on a disk that is full is said once, and the URLs are there; later ones are written with them', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { options } = await emulator();
    let isFull = true;
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const disk = {
      ...files,
      writeFile: (...args: Parameters<typeof writeFile>) => (isFull ? Promise.reject(full) : writeFile(...args)),
    };
    const images = createClient({ ...options, cache: fileCache(disk, cache) });

    const urls = await Promise.all([1, 2, 3].map((n) => images.mint({ templateId: 'a', variables: { n } })));
    isFull = false;
    await images.mint({ templateId: 'a', variables: { n: 4 } });

    expect(urls.every(({ url }) => url.startsWith('http'))).toBe(true);
    expect(warn.mock.calls.flat()).toEqual([
      'image-url-client: URLs could not be kept in the cache: ENOSPC: no space left on device, write.',
    ]);
    expect(await cached()).toHaveLength(4);
    expect(await readdir(join(folder, '.cache'))).toEqual(['image-urls.json']);
  });

  it('that cannot be read is said before anything is minted', async () => {
    const { options, requests } = await emulator();
    await expect(createClient({ ...options, cache: folder }).mint({ templateId: 'a' })).rejects.toMatchObject({
      code: 'CACHE_UNREADABLE',
      message: expect.stringMatching(/^The cache file cannot be read: EISDIR.*\. \(template .*\)$/),
    });
    expect(requests).toHaveLength(0);
  });
});

describe('a store', () => {
  it('is asked with short keys, and given what it answers', async () => {
    const { options, requests } = await emulator();
    const store = new Map();
    const mint = () =>
      createClient({ ...options, cache: store }).mint({ templateId: 'a', variables: { n: 'x'.repeat(999) } });

    const first = await mint();

    expect(await mint()).toEqual(first);
    expect([...store]).toEqual([[expect.stringMatching(/^[0-9a-f]{64}$/), first]]);
    expect(requests).toHaveLength(1);
  });

  it('that fails costs a mint and no card', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { options } = await emulator();
    const fails = async () => {
      throw new Error('the store is away');
    };
    const store: Cache = { get: fails, set: fails };

    const { url } = await createClient({ ...options, cache: store }).mint({ templateId: 'a' });

    expect(url).toContain('http');
  });
});

it('without a cache the last URLs are cached in memory, failures are not', async () => {
  const { options, requests } = await emulator(({ items }, n) =>
    n === 0 ? failed('INVALID_WIDTH', { at: 0 }) : minted(items),
  );
  const images = createClient(options);

  await expect(images.mint({ templateId: 'a' })).rejects.toMatchObject({ code: 'INVALID_WIDTH' });
  await images.mint({ templateId: 'a' });
  await images.mint({ templateId: 'a' });

  expect(requests).toHaveLength(2);
});

it('warnings about fields of a batch are printed once, without their place in it', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const warning = 'widht is not a field of this request; did you mean width?';
  const { options } = await emulator(({ items }) => {
    const { status, body } = minted(items);
    return { status, body: { ...(body as object), warnings: items.map((_, n) => `items[${n}].${warning}`) } };
  });
  const images = createClient(options);
  const mint = (n: number) => images.mint({ templateId: 'a', variables: { n }, widht: 9 } as never);

  await Promise.all([mint(1), mint(2)]);

  expect(warn.mock.calls).toEqual([[`image-url-client: ${warning}`]]);
});
