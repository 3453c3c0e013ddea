import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#engine/hash.ts';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { dynamoDbRemoteImageCache, dynamoDbTreeReader, dynamoDbTreeWriter } from '../../lambdas/aws/dynamodb/trees.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { getRemoteImagesKey, getTreeKey } from '../../lambdas/domain/records/image-records.ts';
import { packTree, type StoredTree, unpackTree } from '../../lambdas/domain/stored-tree.ts';
import type { CachedRemoteImage } from '../../lambdas/ports/images.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';

/**
 * @promise What one signed URL can cost: The tree at an address never changes
 * @also test/templates/versions.faults.slow.test.ts
 * @figure 20 concurrent writes: one tree; a mint of a different one is rejected and consumes no quota
 */

const cloud = useFaultyCloud();

const writer = () => dynamoDbTreeWriter(readEnvironment('trees:write'));
const reader = () => dynamoDbTreeReader(readEnvironment('trees:read'));
const pinner = () => dynamoDbRemoteImageCache(readEnvironment('trees:cacheRemoteImages'));
const end = new Date('2032-01-01T00:00:00Z');
const anAddress = (): string => randomBytes(32).toString('base64url');
const aTree = (text: string) => {
  const tree = packTree({ type: 'div', props: {}, children: [text] });
  if (!tree) throw new Error('too large');
  return tree;
};

describe('trees', () => {
  it('are written in one round trip, however many they are', async () => {
    const trees = new Map(Array.from({ length: 25 }, (_, n) => [anAddress(), aTree(`tree ${n}`)]));

    const taken = await writer().putAll(trees, 'ana', end);

    expect(taken).toEqual([]);
    expect(cloud.dynamoDb.calls.map(({ operation }) => operation)).toEqual(Array(25).fill('UpdateItem'));
    for (const [address, { bytes, hash }] of trees) {
      const found = await reader().find(address);
      expect([found?.hash, Buffer.from(found?.bytes ?? []).equals(bytes)]).toEqual([hash, true]);
    }
  });

  it('never change in a race', async () => {
    const address = anAddress();
    const rivals = Array.from({ length: 20 }, (_, n) => aTree(`rival ${n % 4}`));

    const taken = await Promise.all(rivals.map((tree) => writer().putAll(new Map([[address, tree]]), 'ana', end)));

    const winner = (await reader().find(address))?.hash;
    expect(taken.filter((addresses) => addresses.length === 0)).toHaveLength(5);
    for (const [n, { hash }] of rivals.entries()) expect(taken[n]?.length === 0).toBe(hash === winner);
  });

  it('are one tree, whichever release compressed them', async () => {
    const address = anAddress();
    const text = JSON.stringify({ formatVersion: 1, tree: { type: 'div', props: {}, children: ['x'.repeat(999)] } });
    const compressed = (level: number): StoredTree => {
      const bytes = deflateRawSync(text, { level });
      return { bytes, hash: sha256Hex(bytes), content: sha256Hex(text) };
    };
    const [one, other] = [compressed(0), compressed(9)];

    const taken = [
      await writer().putAll(new Map([[address, one]]), 'ana'),
      await writer().putAll(new Map([[address, other]]), 'ana'),
    ];

    expect(one.hash).not.toBe(other.hash);
    expect(taken).toEqual([[], []]);
    expect(unpackTree((await reader().find(address)) ?? expect.fail('gone'))).toMatchObject({ tree: { type: 'div' } });
  });

  it.each([
    ['a later end moves it out', [2032, 2033], 2033],
    ['an earlier end does not move it in', [2033, 2032], 2033],
    ['one that stays for good keeps no end', [undefined, 2032], undefined],
    ['one that is to stay loses its end', [2032, undefined], undefined],
  ])('end once: %s', async (_what, years, expected) => {
    const address = anAddress();
    for (const year of years) {
      const until = year === undefined ? undefined : new Date(Date.UTC(year, 0));
      expect(await writer().putAll(new Map([[address, aTree('x')]]), 'ana', until)).toEqual([]);
    }

    const Key = { address: getTreeKey(address), part: 'tree' };
    const { Item } = await documents.send(new GetCommand({ TableName: process.env.TREES_TABLE, Key }));
    expect(Item?.expires).toBe(expected && Date.UTC(expected, 0) / 1000);
  });

  it.each([
    ['without a hash', getTreeKey, { part: 'tree', tree: Buffer.from('x') }],
    ['whose bytes are text', getTreeKey, { part: 'tree', tree: 'x', hash: 'y' }],
    ['of an image without its bytes', getRemoteImagesKey, { part: 'a', is: 'had', hash: 'h' }],
    ['of an image that is nothing known', getRemoteImagesKey, { part: 'a', is: 'lost' }],
  ])('a record %s is damage, not absence', async (_what, toKey, fields) => {
    const address = anAddress();
    await writer().putAll(new Map([[address, aTree('x')]]), 'ana');
    const Item = { address: toKey(address), ...fields };
    await documents.send(new PutCommand({ TableName: process.env.TREES_TABLE, Item }));

    await expect(reader().find(address)).rejects.toMatchObject({ code: 'INVALID_VNODE' });
    expect(await reader().find(anAddress())).toBeUndefined();
  });
});

describe('pins', () => {
  const had = (hash: string): CachedRemoteImage => ({ is: 'had', hash, bytes: 3 });
  const missing = (tries: number): CachedRemoteImage => ({
    ...{ is: 'missing', reason: 'HTTP 404', tries },
    retryAt: new Date(Date.UTC(2027, 0, tries)),
  });
  /** A tree with what is settled of one of its images. */
  const aCachedRemoteImage = async (...steps: CachedRemoteImage[]) => {
    const address = anAddress();
    await writer().putAll(new Map([[address, aTree('x')]]), 'ana');
    let seen: CachedRemoteImage | undefined;
    for (const step of steps) seen = await pinner().recordImage(address, 'image', step, seen);
    const cachedImages = async () => (await reader().find(address))?.cachedImages;
    return { address, seen, cachedImages };
  };

  it.each<[string, CachedRemoteImage[]]>([
    ['too large', [{ is: 'too large' }]],
    ['had at last', [missing(1), missing(2), had('a')]],
    ['taken back', [had('a'), missing(1)]],
  ])('are read as they were written: %s', async (_what, steps) => {
    const { seen, cachedImages } = await aCachedRemoteImage(...steps);

    expect(seen).toEqual(steps.at(-1));
    expect([...((await cachedImages()) ?? [])]).toMatchObject([['image', steps.at(-1)]]);
  });

  it.each<[string, CachedRemoteImage[], CachedRemoteImage | undefined]>([
    ['one that was had, by one who saw nothing', [had('a')], undefined],
    ['one that was had, by one who saw it missing', [missing(1), had('a')], missing(1)],
    ['one that was had, by one who saw others', [had('a')], had('b')],
    ['one that is missing, by one who saw it missing before', [missing(1), missing(2)], missing(1)],
    ['one that is too large, by one who saw nothing', [{ is: 'too large' }], undefined],
  ])('are not replaced: %s', async (_what, steps, seen) => {
    const { address, cachedImages } = await aCachedRemoteImage(...steps);

    const holds = await pinner().recordImage(address, 'image', had('late'), seen);

    expect(holds).toEqual(steps.at(-1));
    expect((await cachedImages())?.get('image')).toMatchObject(steps.at(-1) ?? {});
  });

  it('are agreed on in a race, whatever answers are lost', async () => {
    const { address, cachedImages } = await aCachedRemoteImage(missing(1));
    let lost = 0;
    cloud.dynamoDb.decide = ({ operation }) => {
      if (operation !== 'PutItem' || lost >= 5) return undefined;
      lost += 1;
      return lost % 2 === 0 ? 'lost' : 'errorAfter';
    };

    const held = await Promise.all(
      Array.from({ length: 10 }, (_, n) => pinner().recordImage(address, 'image', had(`rival ${n}`), missing(1))),
    );

    expect(lost).toBe(5);
    expect(new Set(held.map((cachedImage) => JSON.stringify(cachedImage))).size).toBe(1);
    expect((await cachedImages())?.get('image')).toMatchObject(held[0] ?? {});
  });

  it('of one image leave those of others alone, and a mint of the tree leaves all alone', async () => {
    const { address, cachedImages } = await aCachedRemoteImage(had('a'));
    await pinner().recordImage(address, 'other', missing(1), undefined);

    await writer().putAll(new Map([[address, aTree('x')]]), 'ana', end);

    expect([...((await cachedImages()) ?? [])].map(([name, { is }]) => [name, is]).sort()).toEqual([
      ['image', 'had'],
      ['other', 'missing'],
    ]);
  });
});
