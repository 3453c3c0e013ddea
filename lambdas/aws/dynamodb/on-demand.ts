import { truncate } from 'image-url-engine/words.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { limits } from '../../contract/limits.ts';
import { accounts, isDeleted, readTemplate } from '../../domain/records/account-records.ts';
import {
  evaluationFailures,
  type FrozenImage,
  fallbackImages,
  frozenImages,
  getPageFailuresAddress,
  getRenderFailuresAddress,
  hashPath,
  type RenderFailure,
  renderFailures,
} from '../../domain/records/image-records.ts';
import { type RecordOf, toSeconds } from '../../domain/records/record.ts';
import { deleteRecord, findRecord, putRecord } from './stored-records.ts';
import { batchGet, queryItems, setItem, takeFirst } from './table.ts';

/* Items of the trees table that expire like trees. They contain their account, with which they are erased. */

/** Frozen images of on-demand URLs, by identity. */
export const dynamoDbFrozenImages = ({ TREES_TABLE }: EnvironmentOf<'onDemand:freeze'>) => {
  const find = (identity: string): Promise<FrozenImage | undefined> => findRecord(frozenImages, TREES_TABLE, identity);
  return {
    find,
    /**
     * Freezes an image unless another one is frozen.
     *
     * @returns the frozen image; undefined if another one was frozen and has been withdrawn meanwhile
     */
    async claim(identity: string, image: FrozenImage, expiresAt: Date): Promise<FrozenImage | undefined> {
      const also = { expires: toSeconds(expiresAt) };
      const isNew = { also, condition: 'attribute_not_exists(address)' };
      // otherwise frozen by another request, or by this one, whose response was lost
      return (await putRecord(frozenImages, TREES_TABLE, identity, image, isNew)) ? image : find(identity);
    },
    /** Marks a claimed image as paid. @returns false if the claim was withdrawn. */
    pay: (identity: string, { claimId }: FrozenImage): Promise<boolean> =>
      setItem(TREES_TABLE, frozenImages.toKey(identity), { isPaid: true }, 'claimId = :claim', { ':claim': claimId }),
    /** Withdraws a claim that is not paid. */
    async withdraw(identity: string, { claimId }: FrozenImage): Promise<void> {
      const values = { ':claim': claimId, ':no': false };
      await deleteRecord(frozenImages, TREES_TABLE, identity, 'isPaid = :no AND claimId = :claim', values);
    },
  };
};

export const dynamoDbEvaluationFailures = ({ TREES_TABLE }: EnvironmentOf<'evaluationFailures:write'>) => ({
  /** Returns why an image could not be evaluated, until the backoff ends. */
  find: (identity: string) => findRecord(evaluationFailures, TREES_TABLE, identity),
  async put(
    identity: string,
    failure: RecordOf<typeof evaluationFailures>,
    accountId: string,
    expiresAt: Date,
  ): Promise<void> {
    const also = { accountId, expires: toSeconds(expiresAt) };
    await putRecord(evaluationFailures, TREES_TABLE, identity, failure, { also });
  },
});

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

export const dynamoDbOwners = ({ ACCOUNTS_TABLE, TEMPLATES_TABLE }: EnvironmentOf<'owners:read'>) => ({
  /** Reads an account and a template with one consistent batch. */
  async find(accountId: string, templateId: string) {
    const itemsOf = await batchGet({ [ACCOUNTS_TABLE]: [{ accountId }], [TEMPLATES_TABLE]: [{ templateId }] });
    const [account] = itemsOf(ACCOUNTS_TABLE).map(accounts.read);
    const [template] = itemsOf(TEMPLATES_TABLE)
      .filter((item) => !isDeleted(item))
      .map(readTemplate);
    return { account, template };
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
