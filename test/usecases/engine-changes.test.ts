import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClientClass } from '../../lambdas/contract/client-classes.ts';
import { engines } from '../../lambdas/core/engines/engines.ts';
import { type ImageQuery, signedQuery } from '../../lambdas/core/signing/image-query.ts';
import { newKeyring } from '../../lambdas/core/signing/keyring.ts';
import { treeAddress } from '../../lambdas/core/vnode/address.ts';
import { packTree } from '../../lambdas/core/vnode/stored-tree.ts';
import type { PortsOf } from '../../lambdas/ports/ports.ts';
import type { Runtime } from '../../lambdas/ports/runtime.ts';
import { renderImage } from '../../lambdas/usecases/images/render-image.ts';
import { box } from '../golden/element.ts';
import { onEmptyCloud } from '../support/empty-cloud.ts';

/*
 * Published images over a change of the engine. The engine of before and the one of after differ in their ids and in what they
 * render: after the change every tree comes back in other colours, so that whatever is rendered anew shows it.
 */

const dayMs = 86_400_000;
const keyring = newKeyring(new Uint8Array(32), new Date(0));
const [key = expect.fail('no key')] = keyring.keys;
const ids = { satori: engines.satori.id, takumi: engines.takumi.id };

let now: number;
const runtime: Runtime = {
  defaultEngine: 'satori',
  now: () => new Date(now),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  log: () => undefined,
  count: () => undefined,
  writeQuotaHeaders: () => undefined,
};

onEmptyCloud();
let ports: PortsOf<'renderImage'>;
/** Names of images that were written, in this order. */
let written: string[] = [];
let isNewEngine = false;

const getTree = (title: string) =>
  packTree(box({ background: isNewEngine ? '#ff0000' : '#00a0ff', fontSize: 20 }, title)) ?? expect.fail('too large');

/** Everything a process has, with nothing cached: the real adapters, as if it had just started. */
const open = async (): Promise<PortsOf<'renderImage'>> => {
  const { dynamoDbRenderLeases } = await import('../../lambdas/aws/dynamodb/render-leases.ts');
  const { dynamoDbTreePinner, dynamoDbTreeReader } = await import('../../lambdas/aws/dynamodb/trees.ts');
  const { s3ImageReader, s3ImageWriter } = await import('../../lambdas/aws/s3/images.ts');
  const environment = process.env as never;
  const [trees, writer] = [dynamoDbTreeReader(environment), s3ImageWriter(environment)];
  const nothing = () => Promise.reject(new Error('No image of these tests needs it.'));
  return {
    'signingKeys:verify': { isBehindEdge: false, keyring: async () => keyring },
    'denyList:read': { isAnyDenied: async () => false },
    'revocations:read': { isRevoked: async () => false },
    'images:read': s3ImageReader(environment),
    'images:write': {
      put: async (name, image, replaces) => {
        written.push(name);
        return writer.put(name, image, replaces);
      },
    },
    'trees:read': {
      find: async (address) => {
        const found = await trees.find(address);
        const title = titles.get(address);
        return found && isNewEngine && title !== undefined ? { ...found, ...getTree(title) } : found;
      },
    },
    'trees:cacheRemoteImages': dynamoDbTreePinner(environment),
    'cachedRemoteImages:read': { find: nothing },
    'cachedRemoteImages:write': { put: nothing },
    'fontFiles:read': { read: nothing },
    'fontPacks:read': { read: nothing },
    'renderLeases:acquire': dynamoDbRenderLeases(environment),
    'remoteImages:fetch': { fetch: nothing },
  };
};
beforeAll(async () => {
  await open();
});
beforeEach(async () => {
  now = Date.now();
  written = [];
  isNewEngine = false;
  ports = await open();
});
afterEach(() => {
  for (const [name, id] of Object.entries(ids)) Object.assign(engines[name as keyof typeof ids], { id });
});

const titles = new Map<string, string>();

/** A URL's query whose tree is stored. @param owner none for a tree of before trees had accounts */
const aPublished = async (
  title: string = crypto.randomUUID(),
  format: ImageQuery['options']['format'] = 'webp',
  owner = 'ana',
): Promise<ImageQuery> => {
  const rv = `${ids.satori}-${'0'.repeat(16)}`;
  const query: ImageQuery = {
    ...{ templateId: 't', uid: 'ana', exp: now + 3_000 * dayMs, rv, tv: '1', variables: { title } },
    options: { width: 60, height: 40, format, devicePixelRatio: 1 },
  };
  const address = treeAddress(query);
  titles.set(address, title);
  const { dynamoDbTreeWriter } = await import('../../lambdas/aws/dynamodb/trees.ts');
  await dynamoDbTreeWriter(process.env as never).putAll(new Map([[address, getTree(title)]]), owner);
  return query;
};

const get = async (query: ImageQuery, reader?: ClientClass) => {
  const { bytes, format, timings } = await renderImage(ports, runtime, signedQuery(query, key), reader);
  return { bytes: Buffer.from(bytes).toString('base64'), format, isRendered: timings !== undefined };
};

/** Another engine is installed, and every process starts anew. */
const changeEngine = async () => {
  isNewEngine = true;
  for (const engine of Object.values(engines)) Object.assign(engine, { id: `${engine.id}9` });
  ports = await open();
};

const classes = ['other', 'previewer'] as const;

describe('after a change of the engine', () => {
  it('100 published images are the same bytes for both client classes', async () => {
    const queries: ImageQuery[] = [];
    for (let n = 0; n < 100; n += 1) queries.push(await aPublished(`card ${n}`, n % 3 === 0 ? 'png' : 'webp'));
    const before = [];
    for (const query of queries) for (const reader of classes) before.push((await get(query, reader)).bytes);

    await changeEngine();
    const after = [];
    for (const query of queries) for (const reader of classes) after.push(await get(query, reader));

    expect(after.map(({ bytes }) => bytes)).toEqual(before);
    expect(after.filter(({ isRendered }) => isRendered)).toEqual([]);
    expect(new Set(before).size).toBeGreaterThan(99);
  });

  it('a crawler that asks for the first time gets the rendering that others got before', async () => {
    const title = crypto.randomUUID();
    const [query, control] = [await aPublished(title), { ...(await aPublished(title)), uid: 'ben' }];
    await get(query, 'other');
    const expected = await get(control, 'previewer');

    await changeEngine();

    expect(await get(query, 'previewer')).toEqual({ ...expected, isRendered: false });
  });

  it('so does one that is recognised only since then', async () => {
    const title = crypto.randomUUID();
    const [query, control] = [await aPublished(title), { ...(await aPublished(title)), uid: 'ben' }];
    const plain = await get(query);
    const expected = await get(control, 'previewer');

    await changeEngine();

    expect(await get(query, 'previewer')).toEqual({ ...expected, isRendered: false });
    expect((await get(query, 'other')).bytes).toBe(plain.bytes);
  });

  it('an image that was never requested is rendered by the installed engine', async () => {
    const title = crypto.randomUUID();
    const [query, control] = [await aPublished(title), { ...(await aPublished(title)), uid: 'ben' }];
    const old = await get(control, 'other');

    await changeEngine();
    const fresh = await get(query, 'other');

    expect(fresh.isRendered).toBe(true);
    expect(fresh.bytes).not.toBe(old.bytes);
    expect(await get(query, 'other')).toEqual({ ...fresh, isRendered: false });
  });

  it('an image that cannot be read fails, and is not rendered otherwise', async () => {
    const query = await aPublished();
    const { bytes } = await get(query, 'other');
    const broken = { find: () => Promise.reject(new Error('S3 is down')) };

    const sameEngine = await renderImage(
      { ...ports, 'images:read': broken },
      runtime,
      signedQuery(query, key),
      'other',
    );
    await changeEngine();
    const failing = renderImage({ ...ports, 'images:read': broken }, runtime, signedQuery(query, key), 'other');

    expect(Buffer.from(sameEngine.bytes).toString('base64')).toBe(bytes);
    await expect(failing).rejects.toMatchObject({ code: 'RENDER_ERROR', retryAt: new Date(now + 10_000) });
    expect((await get(query, 'other')).bytes).toBe(bytes);
  });

  it('what was stored meanwhile is delivered, and not what was rendered beside it', async () => {
    const query = await aPublished();
    const { bytes } = await get(query, 'other');

    await changeEngine();
    const { find } = ports['images:read'];
    let looks = 0;
    // it is not there yet at the two looks before the rendering
    const late = {
      find: async (name: string) => {
        looks += 1;
        return looks > 2 ? find(name) : undefined;
      },
    };
    const answer = await renderImage({ ...ports, 'images:read': late }, runtime, signedQuery(query, key), 'other');

    expect(Buffer.from(answer.bytes).toString('base64')).toBe(bytes);
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
    await renderImage({ ...ports, 'images:write': cut }, runtime, signedQuery(query, key), 'other');
    const crawler = await get(query, 'previewer');

    await changeEngine();
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
    await changeEngine();
    expect(await get(query, 'other')).toEqual({ bytes, format: 'webp', isRendered: false });
  });

  it('of a preview is not among those of published URLs', async () => {
    const query = { ...(await aPublished()), rv: `${ids.satori}-${'0'.repeat(16)}-p${'1'.repeat(16)}` };
    const { dynamoDbTreeWriter } = await import('../../lambdas/aws/dynamodb/trees.ts');
    const tree = new Map([[treeAddress(query), getTree('preview')]]);
    await dynamoDbTreeWriter(process.env as never).putAll(tree, '$starters');

    await get(query, 'other');

    expect(written.map((name) => name.split('/').slice(0, 2))).toEqual([
      ['previews', 't'],
      ['previews', 't'],
    ]);
  });
});
