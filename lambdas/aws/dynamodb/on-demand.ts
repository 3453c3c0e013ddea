import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from 'image-url-contract/limits.ts';
import { truncate } from 'image-url-engine/words.ts';
import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import {
  accounts,
  fonts,
  isDeleted,
  readTemplate,
  type SigningKeyRecord,
  signingKeys,
} from '../../domain/records/account-records.ts';
import {
  type FrozenImage,
  fallbackImages,
  getPageFailuresAddress,
  getRenderFailuresAddress,
  hashPath,
  leaseField,
  type OnDemandRecord,
  onDemandImages,
  type RenderFailure,
  type RenderLease,
  renderFailures,
} from '../../domain/records/image-records.ts';
import { type Item, type RecordOf, toSeconds } from '../../domain/records/record.ts';
import { leaseKeptMs } from '../../domain/times.ts';
import { documents } from './client.ts';
import { toFontList } from './fonts.ts';
import { deleteRecord, findRecord, putRecord } from './stored-records.ts';
import {
  batchGet,
  deleteItem,
  getWithOthers,
  queryItems,
  setFields,
  takeFirst,
  toExpressions,
  undefinedIfConditionFails,
  updateItem,
} from './table.ts';

/* Items of the trees table that expire like trees. They contain their account, with which they are erased. */

/** First images of on-demand URLs, by identity; each is also the lease of its evaluation and the claim of its unit. */
export const dynamoDbFrozenImages = ({ TREES_TABLE }: EnvironmentOf<'onDemand:freeze'>) => {
  const find = async (identity: string): Promise<OnDemandRecord | undefined> => {
    const item = await getWithOthers(TREES_TABLE, onDemandImages.toKey(identity));
    return item && onDemandImages.read(item);
  };
  const isNew = 'attribute_not_exists(#query)';
  const isHeldBy = `${isNew} AND #lease.id = :id`;
  /** Claims a unit and sets other fields. @returns when it was claimed first; undefined if the condition failed */
  const claim = async (identity: string, fields: Item, now: Date, condition: string, values: Item) => {
    const { update, values: set } = setFields(fields);
    const UpdateExpression = `${update}, claimedAt = if_not_exists(claimedAt, :now) REMOVE #failure`;
    const command = new UpdateCommand({
      ...{ TableName: TREES_TABLE, Key: onDemandImages.toKey(identity), ReturnValues: 'ALL_NEW' },
      ...toExpressions(
        { UpdateExpression, ConditionExpression: condition },
        { ...set, ...values, ':now': now.toISOString() },
      ),
    });
    const written = await undefinedIfConditionFails(documents.send(command));
    return written?.Attributes && onDemandImages.read(written.Attributes).claimedAt;
  };
  const getEnd = (moment: Date): number => toSeconds(new Date(moment.getTime() + leaseKeptMs));

  return {
    find,
    /**
     * Acquires the lease of an image and claims its unit, unless the lease has changed since it was read as `seen`.
     *
     * @returns when the unit was claimed first; undefined if the lease has changed or the image is frozen
     */
    begin(identity: string, accountId: string, lease: RenderLease, seen: RenderLease | undefined) {
      const fields = { accountId, lease: z.encode(leaseField, lease), expires: getEnd(lease.retryAt) };
      const condition = seen ? isHeldBy : `${isNew} AND attribute_not_exists(#lease)`;
      return claim(identity, fields, lease.startedAt, condition, seen ? { ':id': seen.id } : {});
    },
    /** Replaces a lease. With `failure`, nothing was consumed. No effect if another request holds the lease. */
    async fail(
      identity: string,
      { id }: RenderLease,
      next: RenderLease,
      failure?: OnDemandRecord['failure'],
    ): Promise<void> {
      const fields = { lease: z.encode(leaseField, next), failure, expires: getEnd(next.retryAt) };
      const { update, values } = setFields(fields);
      const removal = failure ? ' REMOVE claimedAt' : '';
      const key = onDemandImages.toKey(identity);
      await updateItem(TREES_TABLE, key, update + removal, isHeldBy, { ...values, ':id': id });
    },
    /** Ends a lease and its claim, of which nothing was consumed. */
    async release(identity: string, { id }: RenderLease): Promise<void> {
      await deleteItem(TREES_TABLE, onDemandImages.toKey(identity), isHeldBy, { ':id': id });
    },
    /** Claims the unit of an image. @returns when it was claimed first; undefined if the image is frozen */
    claim: (identity: string, accountId: string, now: Date) =>
      claim(identity, { accountId, expires: getEnd(now) }, now, isNew, {}),
    /** Ends a claim without a lease, of which nothing was consumed. */
    async withdraw(identity: string, claimedAt: Date): Promise<void> {
      const condition = `${isNew} AND attribute_not_exists(#lease) AND claimedAt = :at`;
      await deleteItem(TREES_TABLE, onDemandImages.toKey(identity), condition, { ':at': claimedAt.toISOString() });
    },
    /** Freezes an image whose unit is consumed, which ends its lease. @returns false if one is frozen already */
    freeze: (identity: string, image: FrozenImage, expiresAt: Date): Promise<boolean> =>
      putRecord(onDemandImages, TREES_TABLE, identity, image, {
        also: { expires: toSeconds(expiresAt) },
        condition: isNew,
      }),
  };
};

type FallbackImage = RecordOf<typeof fallbackImages>;

export const dynamoDbFallbackReader = ({ TREES_TABLE }: EnvironmentOf<'fallback:read'>) => ({
  find: (accountId: string): Promise<FallbackImage | undefined> => findRecord(fallbackImages, TREES_TABLE, accountId),
});

export const dynamoDbFallbackWriter = ({ TREES_TABLE }: EnvironmentOf<'fallback:write'>) => ({
  ...dynamoDbFallbackReader({ TREES_TABLE }),
  async set(accountId: string, image: FallbackImage, expiresAt: Date): Promise<void> {
    const also = { accountId, expires: toSeconds(expiresAt) };
    await putRecord(fallbackImages, TREES_TABLE, accountId, image, { also });
  },
  async remove(accountId: string): Promise<void> {
    await deleteRecord(fallbackImages, TREES_TABLE, accountId);
  },
});

export const dynamoDbOwners = (names: EnvironmentOf<'owners:read'>) => ({
  /** Reads an account with its fonts, a template and, if one is named, a signing key with one consistent batch. */
  async find(accountId: string, templateId: string, signingKeyId?: string) {
    const itemsOf = await batchGet({
      [names.ACCOUNTS_TABLE]: [{ accountId }],
      [names.TEMPLATES_TABLE]: [{ templateId }],
      [names.FONTS_TABLE]: [{ accountId }],
      ...(signingKeyId !== undefined && { [names.SIGNING_KEYS_TABLE]: [{ accountId, signingKeyId }] }),
    });
    const [account] = itemsOf(names.ACCOUNTS_TABLE).map(accounts.read);
    const [template] = itemsOf(names.TEMPLATES_TABLE)
      .filter((item) => !isDeleted(item))
      .map(readTemplate);
    const [signingKey] = itemsOf(names.SIGNING_KEYS_TABLE).map(signingKeys.read);
    return { account, template, fonts: toFontList(itemsOf(names.FONTS_TABLE).map(fonts.read)[0]), signingKey };
  },
  /** Returns a signing key; undefined if it does not exist. */
  async signingKey(accountId: string, signingKeyId: string): Promise<SigningKeyRecord | undefined> {
    const item = await getWithOthers(names.SIGNING_KEYS_TABLE, { accountId, signingKeyId });
    return item && signingKeys.read(item);
  },
});

const daySeconds = 86_400;
/** Maximum number of characters that are stored of a path and of a message. */
const failureCharacters = 1_024;

/** Of `renderFailures:add` for failures without a group, of `pageFailures:add` for those of groups. */
export const dynamoDbRenderFailureAdder = ({ TREES_TABLE }: EnvironmentOf<'renderFailures:add'>) => ({
  /**
   * Stores a failure, of its path and message the beginning only: an account without units must not store what it sends.
   *
   * @param group see `renderFailures`. @default none
   */
  async add(accountId: string, failure: Omit<RenderFailure, 'accountId' | 'pathHash'>, group?: string): Promise<void> {
    const { path, message, failedAt } = failure;
    const also = { expires: toSeconds(failedAt) + limits.renderFailureDays * daySeconds };
    const cut = { path: truncate(path, failureCharacters), message: truncate(message, failureCharacters) };
    const record = { accountId, ...failure, ...cut, pathHash: hashPath(path) };
    await putRecord(renderFailures, TREES_TABLE, { accountId, path, group, failedAt }, record, { also });
  },
});

export const dynamoDbRenderFailureLister = ({ TREES_TABLE }: EnvironmentOf<'renderFailures:list'>) => {
  async function* list(address: string): AsyncGenerator<RenderFailure> {
    const items = queryItems(TREES_TABLE, { address }, { ScanIndexForward: false, ConsistentRead: false });
    for await (const item of takeFirst(items, { bytes: limits.listedBytes })) yield renderFailures.read(item);
  }
  return {
    /** Yields the latest minute first, up to about `limits.listedBytes`. A URL may occur more than once. */
    latest: (accountId: string) => list(getRenderFailuresAddress(accountId)),
    /** Yields those of groups, in no order. */
    ofGroups: (accountId: string) => list(getPageFailuresAddress(accountId)),
  };
};
