import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type BatchWriteCommandOutput,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { failBecause } from '../contract/errors.ts';
import type { Pins } from '../ports/ports.ts';
import type { Adapter } from './connect.ts';
import { batchAttempts, documents, pauseAfter } from './dynamodb.ts';

/*
 * Two items per address: the tree, which any mint of the same picture writes again, and the pins of its remote images,
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

export const dynamoDbTreeWriter: Adapter<'trees:write'> = ({ TREES_TABLE }) => ({
  async putAll(trees, expiresAt) {
    const expires = expiresAt && Math.ceil(expiresAt.getTime() / 1000);
    let open: NonNullable<BatchWriteCommandInput['RequestItems']> = {
      [TREES_TABLE]: [...trees].map(([address, { bytes, hash }]) => ({
        PutRequest: { Item: { address, part: 'tree', tree: bytes, hash, expires } },
      })),
    };
    for (let attempt = 0; attempt < batchAttempts; attempt += 1) {
      const answer: BatchWriteCommandOutput = await documents.send(new BatchWriteCommand({ RequestItems: open }));
      open = answer.UnprocessedItems ?? {};
      if (Object.keys(open).length === 0) return;
      await pauseAfter(attempt);
    }
    throw new Error('DynamoDB left trees unwritten again and again.');
  },
});

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
