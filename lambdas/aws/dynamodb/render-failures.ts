import { createHash } from 'node:crypto';
import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import type { Adapter } from '../connect.ts';
import { documents, isoDate } from './client.ts';
import { stored } from './items.ts';

/*
 * Items in the table of trees, by account and minute. A URL has at most one item per minute, however often it is
 * requested.
 */
const failureItem = z.object({
  accountId: z.string(),
  path: z.string(),
  templateId: z.string(),
  code: z.string(),
  message: z.string(),
  failedAt: isoDate,
});

export const renderFailuresAddress = (accountId: string): string => `render-failures ${accountId}`;
const daySeconds = 86_400;

export const dynamoDbRenderFailureAdder: Adapter<'renderFailures:add'> = ({ TREES_TABLE: TableName }) => ({
  async add(accountId, failure) {
    const { path, failedAt } = failure;
    const part = `${failedAt.toISOString().slice(0, 16)} ${createHash('sha256').update(path).digest('base64url')}`;
    const expires = Math.ceil(failedAt.getTime() / 1_000) + limits.renderFailureDays * daySeconds;
    const item = failureItem.encode({ accountId, ...failure });
    const Item = stored({ address: renderFailuresAddress(accountId), part, ...item, expires });
    await documents.send(new PutCommand({ TableName, Item }));
  },
});

export const dynamoDbRenderFailureLister: Adapter<'renderFailures:list'> = ({ TREES_TABLE, IMAGE_URL: imageUrl }) => ({
  imageUrl,
  async *latest(accountId) {
    const pages = paginateQuery(
      { client: documents },
      {
        TableName: TREES_TABLE,
        KeyConditionExpression: 'address = :address',
        ExpressionAttributeValues: { ':address': renderFailuresAddress(accountId) },
        ScanIndexForward: false,
      },
    );
    let bytes = 0;
    for await (const { Items = [] } of pages)
      for (const item of Items) {
        bytes += Buffer.byteLength(JSON.stringify(item));
        if (bytes > limits.listedBytes) return;
        yield failureItem.parse(item);
      }
  },
});
