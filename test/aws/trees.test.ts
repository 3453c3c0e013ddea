import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documents } from '../../lambdas/aws/dynamodb.ts';
import { dynamoDbTreePinner, dynamoDbTreeReader, dynamoDbTreeWriter } from '../../lambdas/aws/dynamodb-trees.ts';
import { sha256Hex } from '../../lambdas/core/hash.ts';
import { packTree, type StoredTree, unpackTree } from '../../lambdas/core/vnode/stored-tree.ts';
import { readEnvironment } from '../../lambdas/environment.ts';
import { type FaultyCloud, startFaultyCloud } from '../faults/faulty-cloud.ts';

let cloud: FaultyCloud;
beforeAll(async () => {
  cloud = await startFaultyCloud();
});
beforeEach(() => cloud.calm());
afterAll(() => cloud.close());

const writer = () => dynamoDbTreeWriter(readEnvironment('trees:write'));
const reader = () => dynamoDbTreeReader(readEnvironment('trees:read'));
const pinner = () => dynamoDbTreePinner(readEnvironment('trees:pin'));
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

    const taken = await writer().putAll(trees, end);

    expect(taken).toEqual([]);
    expect(cloud.dynamoDb.calls.map(({ operation }) => operation)).toEqual(Array(25).fill('UpdateItem'));
    for (const [address, { bytes, hash }] of trees) {
      const found = await reader().find(address);
      expect([found?.hash, Buffer.from(found?.bytes ?? []).equals(bytes)]).toEqual([hash, true]);
    }
  });

  it.each(['throttle', 'error', 'reset', 'lost', 'errorAfter'] as const)(
    'are there although an answer fails: %s',
    async (fault) => {
      const trees = new Map(Array.from({ length: 5 }, (_, n) => [anAddress(), aTree(`tree ${n}`)]));
      let asked = 0;
      cloud.dynamoDb.decide = () => {
        asked += 1;
        return asked <= 5 ? fault : undefined;
      };

      expect(await writer().putAll(trees, end)).toEqual([]);
      for (const [address, { hash }] of trees) expect((await reader().find(address))?.hash).toBe(hash);
    },
  );

  it('never change: of two at one address the first stays, and the other is told so', async () => {
    const [address, free] = [anAddress(), anAddress()];
    await writer().putAll(new Map([[address, aTree('first')]]), end);

    const taken = await writer().putAll(
      new Map([
        [address, aTree('second')],
        [free, aTree('second')],
      ]),
      end,
    );

    expect(taken).toEqual([address]);
    expect((await reader().find(address))?.hash).toBe(aTree('first').hash);
    expect((await reader().find(free))?.hash).toBe(aTree('second').hash);
  });

  it('never change in a race either', async () => {
    const address = anAddress();
    const rivals = Array.from({ length: 20 }, (_, n) => aTree(`rival ${n % 4}`));

    const taken = await Promise.all(rivals.map((tree) => writer().putAll(new Map([[address, tree]]), end)));

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
      await writer().putAll(new Map([[address, one]])),
      await writer().putAll(new Map([[address, other]])),
    ];

    expect(one.hash).not.toBe(other.hash);
    expect(taken).toEqual([[], []]);
    expect(unpackTree((await reader().find(address)) ?? expect.fail('gone'))).toMatchObject({ type: 'div' });
  });

  it.each([
    ['a later end moves it out', [2032, 2033], 2033],
    ['an earlier end does not move it in', [2033, 2032], 2033],
    ['one that stays for good keeps no end', [undefined, 2032], undefined],
    ['one that is to stay loses its end', [2032, undefined], undefined],
  ])('end once: %s', async (_what, years, expected) => {
    const address = anAddress();
    const at = (year: number | undefined) => (year === undefined ? undefined : new Date(Date.UTC(year, 0)));

    for (const year of years) {
      expect(await writer().putAll(new Map([[address, aTree('x')]]), at(year))).toEqual([]);
    }

    const { Item } = await documents.send(
      new GetCommand({ TableName: process.env.TREES_TABLE, Key: { address, part: 'tree' } }),
    );
    expect(Item?.expires).toBe(expected && Date.UTC(expected, 0) / 1000);
  });

  it('keep their first pins, whatever answers are lost', async () => {
    const address = anAddress();
    await writer().putAll(new Map([[address, aTree('x')]]));
    let isOpen = true;
    cloud.dynamoDb.decide = ({ operation }) => {
      const hit = isOpen && operation === 'UpdateItem';
      isOpen &&= !hit;
      return hit ? 'lost' : undefined;
    };

    const first = await pinner().pin(address, { 'https://a.test/': 'one' });
    const second = await pinner().pin(address, { 'https://a.test/': 'two' });
    await writer().putAll(new Map([[address, aTree('x')]]));

    expect([first, second]).toEqual([{ 'https://a.test/': 'one' }, { 'https://a.test/': 'one' }]);
    expect((await reader().find(address))?.pins).toEqual(first);
  });

  it.each([
    ['without a hash', { part: 'tree', tree: Buffer.from('x') }],
    ['whose bytes are text', { part: 'tree', tree: 'x', hash: 'y' }],
    ['of an unknown part', { part: 'leaf', tree: Buffer.from('x'), hash: 'y' }],
    ['whose pins are no names', { part: 'pins', pins: { a: 1 } }],
  ])('a record %s is damage, not absence', async (_what, fields) => {
    const address = anAddress();
    await documents.send(new PutCommand({ TableName: process.env.TREES_TABLE, Item: { address, ...fields } }));

    await expect(reader().find(address)).rejects.toMatchObject({ code: 'INVALID_VNODE' });
    expect(await reader().find(anAddress())).toBeUndefined();
  });
});
