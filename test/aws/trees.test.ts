import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documents } from '../../lambdas/aws/dynamodb.ts';
import { dynamoDbTreePinner, dynamoDbTreeReader, dynamoDbTreeWriter } from '../../lambdas/aws/dynamodb-trees.ts';
import { packTree } from '../../lambdas/core/vnode/stored-tree.ts';
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
const anAddress = (): string => randomBytes(32).toString('base64url');
const aTree = (text: string) => {
  const tree = packTree({ type: 'div', props: {}, children: [text] });
  if (!tree) throw new Error('too large');
  return tree;
};

describe('trees', () => {
  it('are written whole, what was left unprocessed again', async () => {
    const trees = new Map(Array.from({ length: 25 }, (_, n) => [anAddress(), aTree(`tree ${n}`)]));
    let asked = 0;
    cloud.dynamoDb.decide = () => {
      asked += 1;
      return (['half', 'none', 'half'] as const)[asked - 1];
    };

    await writer().putAll(trees, new Date('2032-01-01T00:00:00Z'));

    expect(asked).toBe(4);
    for (const [address, { bytes, hash }] of trees) {
      const found = await reader().find(address);
      expect([found?.hash, Buffer.from(found?.bytes ?? []).equals(bytes)]).toEqual([hash, true]);
    }
  });

  it('fail when they are left unprocessed again and again', async () => {
    cloud.dynamoDb.decide = () => 'none';

    await expect(writer().putAll(new Map([[anAddress(), aTree('x')]]))).rejects.toThrow(/unwritten/);
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
