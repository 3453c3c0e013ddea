import { type AssetName, getAssetKey, getAssetPath, readAssetPath } from 'image-url-contract/asset-path.ts';
import { assetTypes } from 'image-url-contract/asset-types.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { deleteObject, getObject, putObject } from './client.ts';

/*
 * Pictures of accounts, named by account and hash as in their addresses: CloudFront reads them with the path of a
 * request as their key.
 */

/** For the browser; CloudFront keeps them for `limits.imageCacheSeconds`. */
const cacheControl = 'public, max-age=31536000, immutable';

export const s3AssetFileWriter = ({ IMAGES_BUCKET }: EnvironmentOf<'assetFiles:write'>) => ({
  async put(name: AssetName, bytes: Uint8Array): Promise<void> {
    await putObject(IMAGES_BUCKET, getAssetKey(getAssetPath(name)), bytes, assetTypes[name.kind], { cacheControl });
  },
});

export const s3AssetFileDeleter = ({ IMAGES_BUCKET }: EnvironmentOf<'assetFiles:delete'>) => ({
  /** Without effect if there is none. */
  delete: (name: AssetName): Promise<void> => deleteObject(IMAGES_BUCKET, getAssetKey(getAssetPath(name))),
});

/** Returns the bytes of the picture of an account that the path of an address names; undefined if there is none. */
export const findAssetFile = async (
  bucket: string,
  accountId: string,
  path: string,
): Promise<Uint8Array | undefined> => {
  const name = readAssetPath(path);
  if (name?.accountId !== accountId) return undefined;
  const object = await getObject(bucket, getAssetKey(path));
  return object && sha256Hex(object.bytes) === name.assetId ? object.bytes : undefined;
};
