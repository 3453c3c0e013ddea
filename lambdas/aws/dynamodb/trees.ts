import { failWithCause } from 'image-url-contract/errors.ts';
import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import {
  type CachedRemoteImage,
  cachedRemoteImage,
  getRemoteImagesKey,
  getTreeKey,
} from '../../domain/records/image-records.ts';
import { toSeconds } from '../../domain/records/record.ts';
import type { StoredTree } from '../../domain/stored-tree.ts';
import type { FoundTree } from '../../ports/images.ts';
import { getItem, putItem, queryItems, setFields, updateItem } from './table.ts';

/*
 * Items of an address: the tree, which every mint of the same image writes unchanged, and in a partition of their own
 * one item for each remote image with a cached result. `expires` is the time to live in Unix seconds; trees of previews
 * and items of remote images have none. `accountId` is the owner of the tree.
 */
const treeItem = z.object({
  tree: z.instanceof(Uint8Array),
  hash: z.string(),
  accountId: z.string(),
  expires: z.int().optional(),
});
const imageItem = z.object({ part: z.string() }).and(cachedRemoteImage);

const toKey = (address: string) => ({ address: getTreeKey(address), part: 'tree' });

/** Parses an item of an address. @throws INVALID_VNODE for any other item, which is damaged and not missing */
const readItem = <T>(schema: z.ZodType<T>, item: unknown): T => {
  const { success, data, error } = schema.safeParse(item);
  if (!success) throw failWithCause(error, 'INVALID_VNODE');
  return data;
};

/**
 * Writes each tree with its own conditional write, in parallel: as fast and as cheap as a batch write, which has no
 * conditions (docs/decisions/0120).
 */
export const dynamoDbTreeWriter = ({ TREES_TABLE }: EnvironmentOf<'trees:write'>) => {
  const set = (address: string, { hash, content }: StoredTree, update: string, condition: string, values: object) =>
    updateItem(TREES_TABLE, toKey(address), update, condition, {
      ...{ ':hash': hash, ':content': content, ...values },
    });
  const isEqual = '#hash = :hash OR content = :content';
  const put = (address: string, tree: StoredTree, accountId: string, expires: number | undefined) => {
    const [end, isOurs] =
      expires === undefined ? ['REMOVE expires', isEqual] : [', expires = :end', `(${isEqual}) AND expires <= :end`];
    const update = `SET tree = :tree, #hash = :hash, content = :content, accountId = :account ${end}`;
    const values = { ':tree': tree.bytes, ':account': accountId, ':end': expires };
    return set(address, tree, update, `attribute_not_exists(address) OR ${isOurs}`, values);
  };
  /** Returns whether an equal tree with a later expiry is stored. Changes nothing. */
  const isThere = (address: string, tree: StoredTree) => set(address, tree, 'SET #hash = #hash', isEqual, {});
  return {
    /**
     * Stores up to 25 trees under their addresses. A stored tree never changes: for an equal tree only the expiry
     * moves, and only to a later date. Without `expiresAt` trees do not expire.
     *
     * @param accountId the owner, with which they are erased
     * @returns the addresses that hold a different tree, which is unchanged
     */
    async putAll(trees: ReadonlyMap<string, StoredTree>, accountId: string, expiresAt?: Date): Promise<string[]> {
      const expires = expiresAt && toSeconds(expiresAt);
      const putOne = async ([address, tree]: [string, StoredTree]): Promise<string[]> =>
        (await put(address, tree, accountId, expires)) || (await isThere(address, tree)) ? [] : [address];
      return (await Promise.all([...trees].map(putOne))).flat();
    },
  };
};

export const dynamoDbTreeReader = ({ TREES_TABLE }: EnvironmentOf<'trees:read'>) => {
  /** Returns the cached results of a tree's remote images. */
  const findCachedImages = async (address: string): Promise<FoundTree['cachedImages']> => {
    const items = await Array.fromAsync(queryItems(TREES_TABLE, { address: getRemoteImagesKey(address) }));
    return new Map(items.map((item) => readItem(imageItem, item)).map((image) => [image.part, image]));
  };
  return {
    findCachedImages,
    async find(address: string): Promise<FoundTree | undefined> {
      const [found, cachedImages] = await Promise.all([
        getItem(TREES_TABLE, toKey(address)),
        findCachedImages(address),
      ]);
      if (!found) return undefined;
      const { tree: bytes, hash, accountId } = readItem(treeItem, found);
      return { bytes, hash, accountId, cachedImages };
    },
  };
};

export const dynamoDbRemoteImageCache = ({ TREES_TABLE }: EnvironmentOf<'trees:cacheRemoteImages'>) => ({
  /**
   * Stores the result of one remote image of a tree unless the stored one has changed since it was read.
   *
   * @param seen the result as it was read; undefined if there was none
   * @returns the stored result, which may be that of another request
   */
  async recordImage(
    address: string,
    name: string,
    wanted: CachedRemoteImage,
    seen: CachedRemoteImage | undefined,
  ): Promise<CachedRemoteImage> {
    const key = { address: getRemoteImagesKey(address), part: name };
    const { values } = setFields(seen ? z.encode(cachedRemoteImage, seen) : {});
    const isUnchanged = Object.keys(values).map((name) => `${name.replace(':', '#')} = ${name}`);
    const condition = seen ? isUnchanged.join(' AND ') : 'attribute_not_exists(address)';
    const isStored = await putItem(TREES_TABLE, { ...key, ...z.encode(cachedRemoteImage, wanted) }, condition, values);
    return isStored ? wanted : cachedRemoteImage.parse(await getItem(TREES_TABLE, key));
  },
});
