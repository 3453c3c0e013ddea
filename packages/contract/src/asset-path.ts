import { createHash } from 'node:crypto';
import { assetTypes } from './asset-types.ts';
import { assetPrefix } from './edge.ts';

type AssetKind = keyof typeof assetTypes;

/** Ending of a picture's address, by what it is. */
const endings = {
  ...(Object.fromEntries(Object.keys(assetTypes).map((kind) => [kind, kind])) as Record<AssetKind, string>),
  jpeg: 'jpg',
};

const form = new RegExp(
  `^${assetPrefix}(?<accountId>[0-9A-Za-z]{1,32})/(?<assetId>[0-9a-f]{64})\\.(?:${Object.values(endings).join('|')})$`,
);

/** A picture of an account: SHA-256 of its bytes, and what it is. */
export interface AssetName {
  readonly accountId: string;
  readonly assetId: string;
  readonly kind: AssetKind;
}

/** Returns the path of a picture's address, which is its key in the bucket after the slash. */
export const getAssetPath = ({ accountId, assetId, kind }: AssetName): string =>
  `${assetPrefix}${accountId}/${assetId}.${endings[kind]}`;

/** Returns what the path of an address names; undefined if it is not that of a picture. `lambdas/edge/verify-asset.js` has the same form. */
export const readAssetPath = (path: string): Pick<AssetName, 'accountId' | 'assetId'> | undefined =>
  form.exec(path)?.groups as Pick<AssetName, 'accountId' | 'assetId'> | undefined;

/** Returns the hash by which the address of a path is revoked. `lambdas/edge/verify-asset.js` computes the same hash. */
export const hashAsset = (path: string): string => createHash('sha256').update(`asset\n${path}`).digest('base64url');

/** Returns the S3 key of a path, and of the folder of an account. */
export const getAssetKey = (path: string): string => path.slice(1);
export const getAssetsFolder = (accountId: string): string => getAssetKey(`${assetPrefix}${accountId}/`);
