import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { failBecause } from '../contract/errors.ts';
import type { StoredTree } from '../core/vnode/stored-tree.ts';
import type { Pins } from '../ports/ports.ts';
import type { Adapter } from './connect.ts';
import { documents } from './dynamodb.ts';

/*
 * Two items per address: the tree, which every mint of the same picture writes again as it is, and the pins of its remote images,
 * which the first good render writes once. `expires` is the time to live in Unix seconds; a preview has none.
 */
const treeItem = z.object({
  part: z.literal('tree'),
  tree: z.instanceof(Uint8Array),
  hash: z.string(),
  expires: z.int().optional(),
});
const pinsItem = z.object({ part: z.literal('pins'), pins: z.record(z.string(), z.string()) });
const parts = z.discriminatedUnion('part', [treeItem, pinsItem]);

/** @throws INVALID_VNODE for an item that is neither: damage, never absence. */
const readPart = (item: unknown): z.output<typeof parts> => {
  const { data, error } = parts.safeParse(item);
  if (!data) throw failBecause(error, 'INVALID_VNODE');
  return data;
};

/** Whether a condition held; any other failure rises. */
const holds = async (command: UpdateCommand): Promise<boolean> => {
  try {
    await documents.send(command);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/**
 * One conditional write for each tree, side by side: they take the round trip and the write units that a batch of them
 * would, which knows no conditions (docs/decisions/0120).
 */
export const dynamoDbTreeWriter: Adapter<'trees:write'> = ({ TREES_TABLE }) => {
  const set = (address: string, { hash, content }: StoredTree, update: string, condition: string, values: object) =>
    holds(
      new UpdateCommand({
        TableName: TREES_TABLE,
        Key: { address, part: 'tree' },
        UpdateExpression: update,
        ConditionExpression: condition,
        ExpressionAttributeNames: { '#hash': 'hash' },
        ExpressionAttributeValues: { ':hash': hash, ':content': content, ...values },
      }),
    );
  const isEqual = '#hash = :hash OR content = :content';
  const put = (address: string, tree: StoredTree, expires: number | undefined) => {
    const [end, isOurs] =
      expires === undefined ? ['REMOVE expires', isEqual] : [', expires = :end', `(${isEqual}) AND expires <= :end`];
    const update = `SET tree = :tree, #hash = :hash, content = :content ${end}`;
    const values = { ':tree': tree.bytes, ':end': expires };
    return set(address, tree, update, `attribute_not_exists(address) OR ${isOurs}`, values);
  };
  /** An equal tree that stays longer is as good as one that was written; this changes nothing there. */
  const isThere = (address: string, tree: StoredTree) => set(address, tree, 'SET #hash = #hash', isEqual, {});
  return {
    async putAll(trees, expiresAt) {
      const expires = expiresAt && Math.ceil(expiresAt.getTime() / 1000);
      const putOne = async ([address, tree]: [string, StoredTree]): Promise<string[]> =>
        (await put(address, tree, expires)) || (await isThere(address, tree)) ? [] : [address];
      return (await Promise.all([...trees].map(putOne))).flat();
    },
  };
};

export const dynamoDbTreeReader: Adapter<'trees:read'> = ({ TREES_TABLE }) => ({
  async find(address) {
    const { Items = [] } = await documents.send(
      new QueryCommand({
        TableName: TREES_TABLE,
        KeyConditionExpression: 'address = :address',
        ExpressionAttributeValues: { ':address': address },
        ConsistentRead: true,
      }),
    );
    const found = Items.map(readPart);
    const tree = found.find((item) => item.part === 'tree');
    const pins = found.find((item) => item.part === 'pins');
    return tree && { bytes: tree.tree, hash: tree.hash, ...(pins && { pins: pins.pins }) };
  },
});

export const dynamoDbTreePinner: Adapter<'trees:pin'> = ({ TREES_TABLE }) => ({
  async pin(address, pins) {
    const { Attributes } = await documents.send(
      new UpdateCommand({
        TableName: TREES_TABLE,
        Key: { address, part: 'pins' },
        UpdateExpression: 'SET pins = if_not_exists(pins, :pins)',
        ExpressionAttributeValues: { ':pins': pins },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return pinsItem.parse({ part: 'pins', ...Attributes }).pins as Pins;
  },
});
