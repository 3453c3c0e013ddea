import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { imageFormats } from '../../contract/schemas/render.ts';
import type { FallbackImage, FrozenImage } from '../../ports/on-demand.ts';
import type { Adapter } from '../connect.ts';
import { batchGet } from './batch-get.ts';
import { documents, isoDate } from './client.ts';
import { holds } from './condition.ts';
import { isDeleted, readAccount, readTemplate, stored } from './items.ts';

/*
 * Items in the table of trees: by the identity of an on-demand URL its frozen parameters or its cached failure, and by
 * an account its fallback image. They contain their account, with which they are erased, and expire like trees.
 */
const queryItem = z.object({
  templateId: z.string(),
  uid: z.string(),
  rv: z.string(),
  tv: z.string(),
  options: z.object({
    width: z.number(),
    height: z.number(),
    format: z.enum(imageFormats),
    quality: z.number().optional(),
    devicePixelRatio: z.number(),
  }),
  variables: z.record(z.string(), z.string()),
});
const frozenItem = z.object({
  accountId: z.string(),
  query: queryItem,
  claimId: z.string(),
  claimedAt: isoDate,
  isPaid: z.boolean(),
});
const fallbackItem = z.object({ accountId: z.string(), query: queryItem });
const failureItem = z.object({ code: z.string(), message: z.string() });

/** Returns the address of what is stored under an identity; no tree's address has a space. */
export const onDemandAddress = (identity: string): string => `on-demand ${identity}`;
const getKey = (identity: string, part: 'frozen' | 'failure') => ({ address: onDemandAddress(identity), part });
const read = (item: unknown): FrozenImage => frozenItem.parse(item) as FrozenImage;
const getSeconds = (moment: Date): number => Math.ceil(moment.getTime() / 1_000);

export const dynamoDbFrozenImages: Adapter<'onDemand:freeze'> = ({ TREES_TABLE: TableName }) => {
  const get = async (identity: string, part: 'frozen' | 'failure') =>
    (await documents.send(new GetCommand({ TableName, Key: getKey(identity, part), ConsistentRead: true }))).Item;
  return {
    async find(identity) {
      const item = await get(identity, 'frozen');
      return item && read(item);
    },
    async claim(identity, image, expiresAt) {
      const Item = stored({
        ...getKey(identity, 'frozen'),
        ...frozenItem.encode(image as never),
        expires: getSeconds(expiresAt),
      });
      const command = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(address)' });
      if (await holds(documents.send(command))) return image;
      // another request's claim, or this one's, whose answer was lost
      const found = await get(identity, 'frozen');
      return found && read(found);
    },
    pay(identity, { claimId }) {
      const command = new UpdateCommand({
        TableName,
        Key: getKey(identity, 'frozen'),
        UpdateExpression: 'SET isPaid = :yes',
        ConditionExpression: 'claimId = :claim',
        ExpressionAttributeValues: { ':claim': claimId, ':yes': true },
      });
      return holds(documents.send(command));
    },
    async withdraw(identity, { claimId }) {
      const command = new DeleteCommand({
        TableName,
        Key: getKey(identity, 'frozen'),
        ConditionExpression: 'isPaid = :no AND claimId = :claim',
        ExpressionAttributeValues: { ':claim': claimId, ':no': false },
      });
      await holds(documents.send(command));
    },
    async failure(identity) {
      const item = await get(identity, 'failure');
      return item && failureItem.parse(item);
    },
    async recordFailure(identity, failure, accountId, expiresAt) {
      const Item = stored({ ...getKey(identity, 'failure'), ...failure, accountId, expires: getSeconds(expiresAt) });
      await documents.send(new PutCommand({ TableName, Item }));
    },
  };
};

const getFallbackKey = (accountId: string) => ({ address: `fallback ${accountId}`, part: 'frozen' });

export const dynamoDbFallbackReader: Adapter<'fallback:read'> = ({ TREES_TABLE: TableName }) => ({
  async find(accountId) {
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: getFallbackKey(accountId), ConsistentRead: true }),
    );
    return Item && (fallbackItem.parse(Item) as FallbackImage);
  },
});

export const dynamoDbFallbackWriter: Adapter<'fallback:write'> = ({ TREES_TABLE: TableName }) => ({
  async set(accountId, { query }, expiresAt) {
    const Item = stored({ ...getFallbackKey(accountId), accountId, query, expires: getSeconds(expiresAt) });
    await documents.send(new PutCommand({ TableName, Item }));
  },
  async remove(accountId) {
    await documents.send(new DeleteCommand({ TableName, Key: getFallbackKey(accountId) }));
  },
});

export const dynamoDbOwners: Adapter<'owners:read'> = ({ ACCOUNTS_TABLE, TEMPLATES_TABLE }) => ({
  async find(accountId, templateId) {
    const items = await batchGet({ [ACCOUNTS_TABLE]: [{ accountId }], [TEMPLATES_TABLE]: [{ templateId }] });
    const [account] = items[ACCOUNTS_TABLE] ?? [];
    const [template] = items[TEMPLATES_TABLE] ?? [];
    return {
      account: account && readAccount(account),
      template: template && !isDeleted(template) ? readTemplate(template) : undefined,
    };
  },
});
