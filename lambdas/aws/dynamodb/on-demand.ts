import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { imageFormats } from '../../contract/image-formats.ts';
import type { AccountRecord, FallbackImage, FrozenImage, TemplateRecord } from '../../ports/records.ts';
import { batchGet } from './batch-get.ts';
import { isoDate } from './client.ts';
import { addFormatVersion, isDeleted, readAccount, readTemplate } from './items.ts';
import { deleteItem, getItem, putItem, toSeconds, updateItem } from './table.ts';

/*
 * Items in the trees table: the frozen parameters or the cached failure of an on-demand URL by its identity, and the
 * fallback image of an account. They contain their account, with which they are erased, and expire like trees.
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

/** Returns the partition key of an identity. It contains a space, so it is no tree's address. */
export const getOnDemandAddress = (identity: string): string => `on-demand ${identity}`;
const getKey = (identity: string, part: 'frozen' | 'failure') => ({ address: getOnDemandAddress(identity), part });

/** Frozen images of on-demand URLs, by identity. */
export const dynamoDbFrozenImages = ({ TREES_TABLE }: EnvironmentOf<'onDemand:freeze'>) => {
  const find = async (identity: string): Promise<FrozenImage | undefined> => {
    const item = await getItem(TREES_TABLE, getKey(identity, 'frozen'));
    return item && (frozenItem.parse(item) as FrozenImage);
  };
  return {
    find,
    /**
     * Freezes an image unless another one is frozen.
     *
     * @returns the frozen image; undefined if another one was frozen and has been withdrawn meanwhile
     */
    async claim(identity: string, image: FrozenImage, expiresAt: Date): Promise<FrozenImage | undefined> {
      const item = { ...getKey(identity, 'frozen'), ...frozenItem.encode(image as never) };
      const frozen = addFormatVersion({ ...item, expires: toSeconds(expiresAt) });
      // otherwise frozen by another request, or by this one, whose response was lost
      return (await putItem(TREES_TABLE, frozen, 'attribute_not_exists(address)')) ? image : find(identity);
    },
    /** Marks a claimed image as paid. @returns false if the claim was withdrawn. */
    pay(identity: string, { claimId }: FrozenImage): Promise<boolean> {
      const values = { ':claim': claimId, ':yes': true };
      return updateItem(TREES_TABLE, getKey(identity, 'frozen'), 'SET isPaid = :yes', 'claimId = :claim', values);
    },
    /** Withdraws a claim that is not paid. */
    async withdraw(identity: string, { claimId }: FrozenImage): Promise<void> {
      const values = { ':claim': claimId, ':no': false };
      await deleteItem(TREES_TABLE, getKey(identity, 'frozen'), 'isPaid = :no AND claimId = :claim', values);
    },
    /** Returns why an image could not be evaluated, until the backoff ends. */
    async failure(identity: string): Promise<z.output<typeof failureItem> | undefined> {
      const item = await getItem(TREES_TABLE, getKey(identity, 'failure'));
      return item && failureItem.parse(item);
    },
    async recordFailure(
      identity: string,
      failure: z.output<typeof failureItem>,
      accountId: string,
      expiresAt: Date,
    ): Promise<void> {
      const item = { ...getKey(identity, 'failure'), ...failure, accountId, expires: toSeconds(expiresAt) };
      await putItem(TREES_TABLE, addFormatVersion(item));
    },
  };
};

const getFallbackKey = (accountId: string) => ({ address: `fallback ${accountId}`, part: 'frozen' });

export const dynamoDbFallbackReader = ({ TREES_TABLE }: EnvironmentOf<'fallback:read'>) => ({
  async find(accountId: string): Promise<FallbackImage | undefined> {
    const item = await getItem(TREES_TABLE, getFallbackKey(accountId));
    return item && (fallbackItem.parse(item) as FallbackImage);
  },
});

export const dynamoDbFallbackWriter = ({ TREES_TABLE }: EnvironmentOf<'fallback:write'>) => ({
  async set(accountId: string, { query }: FallbackImage, expiresAt: Date): Promise<void> {
    const item = { ...getFallbackKey(accountId), accountId, query, expires: toSeconds(expiresAt) };
    await putItem(TREES_TABLE, addFormatVersion(item));
  },
  async remove(accountId: string): Promise<void> {
    await deleteItem(TREES_TABLE, getFallbackKey(accountId));
  },
});

export const dynamoDbOwners = ({ ACCOUNTS_TABLE, TEMPLATES_TABLE }: EnvironmentOf<'owners:read'>) => ({
  /** Reads an account and a template with one consistent batch. */
  async find(
    accountId: string,
    templateId: string,
  ): Promise<{ readonly account: AccountRecord | undefined; readonly template: TemplateRecord | undefined }> {
    const items = await batchGet({ [ACCOUNTS_TABLE]: [{ accountId }], [TEMPLATES_TABLE]: [{ templateId }] });
    const [account] = items[ACCOUNTS_TABLE] ?? [];
    const [template] = items[TEMPLATES_TABLE] ?? [];
    return {
      account: account && readAccount(account),
      template: template && !isDeleted(template) ? readTemplate(template) : undefined,
    };
  },
});
