import { basename } from 'node:path';
import { getAssetPath } from 'image-url-contract/asset-path.ts';
import { assetTypes } from 'image-url-contract/asset-types.ts';
import { limits } from 'image-url-contract/limits.ts';
import { getImageKind } from 'image-url-engine/images.ts';
import { sha256Hex } from 'image-url-engine/values.ts';
import { formatThousands } from 'image-url-engine/words.ts';
import { LRUCache } from 'lru-cache';
import type { Api } from './api.ts';
import { wrongUse } from './failure.ts';

/*
 * Pictures that a template imports and that its code has no room for. On this machine they have an address that nobody
 * can fetch, with the hash of their bytes; a push replaces it by that of an asset.
 */

const host = 'https://picture.invalid';
const address = /https:\/\/picture\.invalid\/v1\/a\/local\/([0-9a-f]{64})\.[a-z]{3,4}/g;

/** Smaller files stay in the code. */
const leastBytes = 4_000;
/** Bytes of the pictures of the templates that this process has read. */
const mostBytes = 256 << 20;

interface Picture {
  readonly file: string;
  readonly bytes: Buffer;
}

const pictures = new LRUCache<string, Picture>({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes.length });

/**
 * Returns the address of a picture on this machine, and keeps its bytes; undefined for a file that stays in the code:
 * a small one, a vector image, or one that is too large for an asset.
 */
export const keepPicture = (file: string, bytes: Buffer): string | undefined => {
  const kind = getImageKind(bytes);
  if (kind === undefined || kind === 'svg' || bytes.length < leastBytes || bytes.length > limits.assetBytes)
    return undefined;
  const assetId = sha256Hex(bytes);
  pictures.set(assetId, { file, bytes });
  return host + getAssetPath({ accountId: 'local', assetId, kind });
};

/** Returns the bytes of a picture by its address on this machine; undefined for every other address. */
export const readPicture = (url: string): Uint8Array | undefined => {
  const [, assetId = ''] = url.match(new RegExp(`^${address.source}$`)) ?? [];
  return pictures.get(assetId)?.bytes;
};

/** Returns the body of an upload. @throws Failure of exit code 2 for what is no picture, or too large for an asset */
export const toAssetBody = (file: string, bytes: Buffer) => {
  const kind = getImageKind(bytes);
  if (kind === undefined) throw wrongUse('INVALID_ASSET', `${file} is no PNG, JPEG, WebP, AVIF, GIF or SVG.`);
  if (bytes.length > limits.assetBytes)
    throw wrongUse(
      'REQUEST_TOO_LARGE',
      `${file} has ${formatThousands(bytes.length)} bytes, and an asset at most ${formatThousands(limits.assetBytes)}: make it smaller, or save it as WebP or AVIF.`,
    );
  const name = basename(file).slice(0, limits.nameCharacters).toWellFormed();
  return { name, dataUrl: `data:${assetTypes[kind]};base64,${bytes.toString('base64')}` };
};

/**
 * Returns a function that replaces addresses of this machine in code by those of assets.
 *
 * @param uploads whether to upload those that the account does not have; otherwise their addresses stay
 * @param onUpload is told of each upload
 */
export const assetResolver = (
  api: Api,
  uploads: boolean,
  onUpload: (file: string, url: string) => void = () => undefined,
): ((code: string) => Promise<string>) => {
  let listed: Promise<ReadonlyMap<string, string>> | undefined;
  const list = async () => new Map((await api.call('listAssets')).assets.map(({ assetId, url }) => [assetId, url]));
  const uploading = new Map<string, Promise<string>>();
  const upload = async (assetId: string): Promise<string> => {
    const picture = pictures.get(assetId);
    if (!picture) throw new Error(`The bytes of the picture ${assetId} are gone.`);
    const { file, bytes } = picture;
    const { url } = await api.call('createAsset', { body: toAssetBody(file, bytes) });
    onUpload(file, url);
    return url;
  };
  return async (code) => {
    const found = new Map([...code.matchAll(address)].map(([whole, assetId = '']) => [assetId, whole]));
    if (found.size === 0) return code;
    listed ??= list();
    const known = await listed;
    let resolved = code;
    for (const [assetId, whole] of found) {
      if (!known.has(assetId) && uploads && !uploading.has(assetId)) uploading.set(assetId, upload(assetId));
      const url = known.get(assetId) ?? (await uploading.get(assetId));
      if (url !== undefined) resolved = resolved.replaceAll(whole, () => url);
    }
    return resolved;
  };
};
