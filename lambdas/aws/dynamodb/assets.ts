import * as z from 'zod';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import {
  type AssetItem,
  type AssetRecord,
  assets,
  getAssetsAddress,
  leaseField,
  type RenderLease,
} from '../../domain/records/image-records.ts';
import { addFormatVersion } from '../../domain/records/record.ts';
import { findRecord } from './stored-records.ts';
import { deleteItem, queryItems, setItem, updateItem } from './table.ts';

export const dynamoDbAssetLister = ({ TREES_TABLE }: EnvironmentOf<'assets:list'>) => ({
  /** Returns the stored pictures of an account, and those that are being stored or deleted. */
  of: async (accountId: string): Promise<AssetRecord[]> => {
    const items = await Array.fromAsync(queryItems(TREES_TABLE, { address: getAssetsAddress(accountId) }), assets.read);
    return items.flatMap(({ asset }) => asset ?? []);
  },
});

const isHeldBy = '#lease.id = :id';

/** Pictures of an account. Only who holds the lease of one stores or deletes it. */
export const dynamoDbAssetWriter = ({ TREES_TABLE }: EnvironmentOf<'assets:write'>) => ({
  find: (accountId: string, assetId: string): Promise<AssetItem | undefined> =>
    findRecord(assets, TREES_TABLE, { accountId, assetId }),
  /** Acquires the lease of a picture, unless it has changed since it was read as `seen`. @returns false if it has */
  begin(accountId: string, assetId: string, lease: RenderLease, seen: RenderLease | undefined): Promise<boolean> {
    const fields = addFormatVersion({ accountId, lease: z.encode(leaseField, lease) });
    const condition = seen ? isHeldBy : 'attribute_not_exists(#lease)';
    return setItem(TREES_TABLE, assets.toKey({ accountId, assetId }), fields, condition, seen && { ':id': seen.id });
  },
  /** Stores a picture, and keeps its lease. @returns false if another request has acquired that */
  keep(accountId: string, asset: AssetRecord, { id }: RenderLease): Promise<boolean> {
    const { assetId } = asset;
    const { asset: encoded } = assets.toItem({ accountId, assetId }, { accountId, asset });
    return setItem(TREES_TABLE, assets.toKey({ accountId, assetId }), { asset: encoded }, isHeldBy, { ':id': id });
  },
  /** Deletes a picture and its lease. @returns false if another request has acquired that */
  delete: (accountId: string, assetId: string, { id }: RenderLease): Promise<boolean> =>
    deleteItem(TREES_TABLE, assets.toKey({ accountId, assetId }), isHeldBy, { ':id': id }),
  /** Ends a lease: with the item if it has no picture. No effect if another request holds it. */
  async end(accountId: string, assetId: string, { id }: RenderLease): Promise<void> {
    const [key, values] = [assets.toKey({ accountId, assetId }), { ':id': id }];
    if (await updateItem(TREES_TABLE, key, 'REMOVE #lease', `attribute_exists(asset) AND ${isHeldBy}`, values)) return;
    await deleteItem(TREES_TABLE, key, `attribute_not_exists(asset) AND ${isHeldBy}`, values);
  },
});
