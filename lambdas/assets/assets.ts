import { getAssetPath } from 'image-url-contract/asset-path.ts';
import { assetTypes } from 'image-url-contract/asset-types.ts';
import { fail, failWithDetail, isServiceError, ServiceError } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import { type AssetView, getEncodedData } from 'image-url-contract/schemas/asset.ts';
import { type OpenedPicture, openPicture } from 'image-url-engine/engine.ts';
import { RenderJobError } from 'image-url-engine/errors.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import { formatThousands } from 'image-url-engine/words.ts';
import { countFreeWork, countStored } from '../limits/budgets.ts';
import { byAge, storeWithin } from '../limits/store-within.ts';
import type { AssetRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Call, UseCase, WorkPorts } from '../ports/use-case.ts';
import { type AssetLease, whileHoldingAsset } from './asset-lease.ts';

/** Converts a picture's record to the asset of an API response. */
const toAssetResponse = (
  { assetId, name, kind, width, height, bytes, createdAt }: AssetRecord,
  accountId: string,
  imageUrl: string,
): AssetView => ({
  assetId,
  ...(name !== undefined && { name }),
  url: `${imageUrl}${getAssetPath({ accountId, assetId, kind })}`,
  ...{ width, height, bytes, contentType: assetTypes[kind], createdAt: createdAt.toISOString() },
});

type Usable = Extract<OpenedPicture, { ok: true }>;

/** Opens a picture in a render worker. @throws INVALID_ASSET */
const openUpload = async (file: Uint8Array): Promise<Usable> => {
  let result: OpenedPicture;
  try {
    result = await openPicture(file);
  } catch (error) {
    const cause = isServiceError(error) ? error.cause : undefined;
    if (!(cause instanceof RenderJobError)) throw error;
    throw new ServiceError('INVALID_ASSET', [], {
      cause,
      detail: 'The picture takes too long or too much memory to open.',
    });
  }
  if (!result.ok) throw failWithDetail('INVALID_ASSET', result.problem);
  return result;
};

type CreatePorts = WorkPorts<'createAsset'>;

/** Stores a picture under its lease: its row first, so that a file without one is left by no crash. */
const storeNew = async (
  ports: CreatePorts,
  runtime: Runtime,
  { caller }: Call<'createAsset'>,
  asset: AssetRecord,
  bytes: Uint8Array,
  { held, release }: AssetLease,
): Promise<void> => {
  const { accountId } = caller;
  const name = { accountId, ...asset };
  const remove = async () => {
    await ports['assetFiles:delete'].delete(name);
    await ports['assets:write'].delete(accountId, asset.assetId, held);
  };
  const store = async () => {
    await countStored(ports, runtime, caller, bytes.length);
    try {
      if (!(await ports['assets:write'].keep(accountId, asset, held)))
        throw new Error('The lease of an asset is lost.');
      await ports['assetFiles:write'].put(name, bytes);
    } catch (error) {
      await remove();
      throw error;
    }
  };
  const list = async () => {
    const all = await ports['assets:list'].of(accountId);
    return all.sort(byAge(({ assetId }) => assetId)).map(({ assetId }) => assetId);
  };
  try {
    await storeWithin(limits.assets, fail('TOO_MANY_ASSETS'), { id: asset.assetId, list, store, remove });
  } finally {
    await release();
  }
};

/**
 * Stores a picture at a public address. Bytes that the account has stored before are not stored again.
 *
 * @throws REQUEST_TOO_LARGE, TOO_MANY_REQUESTS, INVALID_ASSET, TOO_MANY_ASSETS, STORAGE_QUOTA_EXCEEDED;
 *   SERVICE_UNAVAILABLE while another request stores or deletes it
 */
export const createAsset: UseCase<'createAsset'> = async (ports, runtime, call) => {
  const { accountId } = call.caller;
  const { dataUrl, name } = call.body;
  const file = Buffer.from(getEncodedData(dataUrl) ?? '', 'base64');
  if (file.length > limits.assetBytes) throw fail('REQUEST_TOO_LARGE');
  await countFreeWork(ports, runtime, call.caller, 'assetBytes', Math.max(file.length, limits.leastAssetBytes));
  const { bytes, unrendered, ...facts } = await openUpload(file);
  if (bytes.length > limits.assetBytes)
    throw new ServiceError('REQUEST_TOO_LARGE', [], {
      detail: `The pictures in this SVG make it ${formatThousands(bytes.length)} bytes long; an asset has at most ${formatThousands(limits.assetBytes)}.`,
    });

  const asset: AssetRecord = {
    ...{ assetId: sha256Hex(bytes), kind: facts.kind, width: facts.width, height: facts.height },
    ...{ bytes: bytes.length, createdAt: runtime.now(), ...(name !== undefined && { name }) },
  };
  const stored = await whileHoldingAsset(
    ports,
    runtime,
    { accountId, assetId: asset.assetId },
    (item) => {
      if (item?.asset) runtime.answerAgain();
      return item?.asset;
    },
    async (lease) => {
      await storeNew(ports, runtime, call, asset, bytes, lease);
      return asset;
    },
  );
  const warnings = unrendered.map((what) => `not rendered: ${what}`);
  const { imageUrl } = ports['settings:urls'];
  return { ...toAssetResponse(stored, accountId, imageUrl), ...(warnings.length > 0 && { warnings }) };
};

/** Lists the caller's pictures, the newest first. */
export const listAssets: UseCase<'listAssets'> = async (ports, _, { caller: { accountId } }) => {
  const found = await ports['assets:list'].of(accountId);
  const newest = found.sort(byAge(({ assetId }) => assetId)).toReversed();
  return { assets: newest.map((asset) => toAssetResponse(asset, accountId, ports['settings:urls'].imageUrl)) };
};

/**
 * Deletes a picture of the caller's account, its file first. What CloudFront has cached of it is delivered for another
 * `limits.imageCacheSeconds` at most.
 *
 * @throws ASSET_NOT_FOUND; SERVICE_UNAVAILABLE while another request stores it
 */
export const deleteAsset: UseCase<'deleteAsset'> = async (ports, runtime, { caller: { accountId }, path }) => {
  const { assetId } = path;
  await whileHoldingAsset(
    ports,
    runtime,
    { accountId, assetId },
    (item) => {
      if (!item?.asset) throw fail('ASSET_NOT_FOUND');
      return undefined;
    },
    async ({ held, release }, item) => {
      try {
        if (!item?.asset) throw fail('ASSET_NOT_FOUND');
        await ports['assetFiles:delete'].delete({ accountId, ...item.asset });
      } catch (error) {
        await release();
        throw error;
      }
      await ports['assets:write'].delete(accountId, assetId, held);
      return assetId;
    },
  );
  return { assetId };
};
