import type { ImageQuery } from 'image-url-contract/signing/image-query.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientClass } from '#engine/client-classes.ts';
import { engines } from '#engine/engines/engines.ts';
import { renderImage } from '../../lambdas/deliver/render-image.ts';
import { getTreeAddress } from '../../lambdas/domain/address.ts';
import { leaseMs } from '../../lambdas/domain/times.ts';
import type { PortsOf } from '../../lambdas/ports/ports.ts';
import { box } from '../engine/golden/element.ts';
import { answered } from '../support/answered.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { openDelivery, pack, sign, storeTree } from '../support/stored-delivery.ts';

/*
 * Published images over a change of the engine. The engine of before and the one of after differ in their ids and in what they
 * render: after the change every tree comes back in other colours, so that whatever is rendered anew shows it.
 */

const dayMs = 86_400_000;
const ids = { satori: engines.satori.id, takumi: engines.takumi.id };

let now: number;
const runtime = quietRuntime(() => new Date(now));

onEmptyCloud();
let ports: PortsOf<'renderImage'>;
/** Names of images that were written, in this order. */
let written: string[] = [];
let isNewEngine = false;
const titles = new Map<string, string>();

const getTree = (title: string) => box({ background: isNewEngine ? '#ff0000' : '#00a0ff', fontSize: 20 }, title);

/** Everything a process has, with nothing cached: the real adapters, as if it had just started. */
const open = (): PortsOf<'renderImage'> => {
  const real = openDelivery();
  return {
    ...real,
    'images:write': {
      put: async (name, image, replaces) => {
        written.push(name);
        return real['images:write'].put(name, image, replaces);
      },
    },
    'trees:read': {
      ...real['trees:read'],
      find: async (address) => {
        const found = await real['trees:read'].find(address);
        const title = titles.get(address);
        return found && isNewEngine && title !== undefined ? { ...found, ...pack(getTree(title)) } : found;
      },
    },
  };
};
beforeEach(() => {
  now = Date.now();
  written = [];
  isNewEngine = false;
  ports = open();
});
afterEach(() => {
  for (const [name, id] of Object.entries(ids)) Object.assign(engines[name as keyof typeof ids], { id });
});

/** A URL's query whose tree is stored. */
const aPublished = async (
  title: string = crypto.randomUUID(),
  format: ImageQuery['options']['format'] = 'webp',
): Promise<ImageQuery> => {
  const rv = `${ids.satori}-${'0'.repeat(16)}`;
  const query: ImageQuery = {
    ...{ templateId: 't', uid: 'ana', exp: now + 3_000 * dayMs, rv, tv: '1', variables: { title } },
    options: { width: 60, height: 40, format, devicePixelRatio: 1 },
  };
  titles.set(getTreeAddress(query), title);
  await storeTree(query, getTree(title), 'ana');
  return query;
};

const get = async (query: ImageQuery, reader?: ClientClass, more: Partial<typeof ports> = {}) => {
  const { bytes, format, timings } = await answered(renderImage({ ...ports, ...more }, runtime, sign(query), reader));
  return { bytes: Buffer.from(bytes).toString('base64'), format, isRendered: timings !== undefined };
};
/** Two URLs of one image: what becomes of the first is compared with the second. */
const aPair = async (): Promise<[ImageQuery, ImageQuery]> => {
  const title = crypto.randomUUID();
  return [await aPublished(title), { ...(await aPublished(title)), uid: 'ben' }];
};

/** Another engine is installed, and every process starts anew. */
const changeEngine = () => {
  isNewEngine = true;
  for (const engine of Object.values(engines)) Object.assign(engine, { id: `${engine.id}9` });
  ports = open();
};

const classes = ['other', 'previewer'] as const;

describe('after a change of the engine', () => {
  it('100 published images are the same bytes for both client classes', async () => {
    const queries: ImageQuery[] = [];
    for (let n = 0; n < 100; n += 1) queries.push(await aPublished(`card ${n}`, n % 3 === 0 ? 'png' : 'webp'));
    const getAll = () =>
      Array.fromAsync(
        queries.flatMap((query) => classes.map((reader) => () => get(query, reader))),
        (ask) => ask(),
      );
    const before = (await getAll()).map(({ bytes }) => bytes);

    changeEngine();
    const after = await getAll();

    expect(after.map(({ bytes }) => bytes)).toEqual(before);
    expect(after.filter(({ isRendered }) => isRendered)).toEqual([]);
    expect(new Set(before).size).toBeGreaterThan(99);
  });

  it.each(['other', undefined] as const)(
    'a crawler that asks for the first time gets the rendering that others got before, recognised or not: %s',
    async (before) => {
      const [query, control] = await aPair();
      const plain = await get(query, before);
      const expected = await get(control, 'previewer');

      changeEngine();

      expect(await get(query, 'previewer')).toEqual({ ...expected, isRendered: false });
      expect((await get(query, 'other')).bytes).toBe(plain.bytes);
    },
  );

  it('an image that was never requested is rendered by the installed engine', async () => {
    const [query, control] = await aPair();
    const old = await get(control, 'other');

    changeEngine();
    const fresh = await get(query, 'other');

    expect(fresh.isRendered).toBe(true);
    expect(fresh.bytes).not.toBe(old.bytes);
    expect(await get(query, 'other')).toEqual({ ...fresh, isRendered: false });
  });

  it('an image that cannot be read fails, and is not rendered otherwise', async () => {
    const query = await aPublished();
    const { bytes } = await get(query, 'other');
    const broken = { 'images:read': { find: () => Promise.reject(new Error('S3 is down')) } };

    const sameEngine = await get(query, 'other', broken);
    changeEngine();
    const failing = get(query, 'other', broken);

    expect(sameEngine.bytes).toBe(bytes);
    await expect(failing).rejects.toMatchObject({ code: 'RENDER_ERROR', retryAt: new Date(now + 10_000) });
    expect((await get(query, 'other')).bytes).toBe(bytes);
  });

  it('what was stored meanwhile is delivered, and not what was rendered beside it', async () => {
    const query = await aPublished();
    const { bytes } = await get(query, 'other');

    changeEngine();
    const { find } = ports['images:read'];
    let looks = 0;
    // it is not there yet at the two looks before the rendering, which takes longer than the lease
    const before = now;
    const late = {
      find: async (name: string) => {
        looks += 1;
        if (looks === 2) now = before + leaseMs;
        return looks > 2 ? find(name) : undefined;
      },
    };

    expect((await get(query, 'other', { 'images:read': late })).bytes).toBe(bytes);
    now = before;
    expect((await get(query, 'other')).bytes).toBe(bytes);
  });

  it('a crawler gets what it got, also where the rendering was cut off before it was stored for others', async () => {
    const query = await aPublished();
    const write = ports['images:write'];
    let puts = 0;
    const cut = {
      put: (...given: Parameters<typeof write.put>) => {
        puts += 1;
        return puts > 1 ? Promise.reject(new Error('cut off')) : write.put(...given);
      },
    };
    await get(query, 'other', { 'images:write': cut });
    const crawler = await get(query, 'previewer');

    changeEngine();
    await get(query, 'other');

    expect(crawler.isRendered).toBe(false);
    expect(await get(query, 'previewer')).toEqual(crawler);
  });
});

describe('a stored image', () => {
  it('is written again once a year when it is delivered, for both classes, as it is', async () => {
    const query = await aPublished();
    const { bytes } = await get(query, 'other');
    const names = [...written];
    written = [];

    now += 365 * dayMs;
    await get(query, 'other');
    const early = [...written];
    now += 2 * dayMs;
    await get(query, 'other');

    expect([names.length, early]).toEqual([2, []]);
    expect(written).toEqual(names);
    changeEngine();
    expect(await get(query, 'other')).toEqual({ bytes, format: 'webp', isRendered: false });
  });

  it('of a preview is not among those of published URLs', async () => {
    const query = { ...(await aPublished()), rv: `${ids.satori}-${'0'.repeat(16)}-p${'1'.repeat(16)}` };
    await storeTree(query, getTree('preview'), '$starters');

    await get(query, 'other');

    expect(written.map((name) => name.split('/').slice(0, 2).join())).toEqual(['previews,t', 'previews,t']);
  });
});
