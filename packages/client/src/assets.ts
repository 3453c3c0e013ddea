import type { components } from './contract.ts';
import { request } from './send.ts';
import type { Service } from './service.ts';

type Schemas = components['schemas'];
/** A picture of the account, with its public address. */
export type Asset = Schemas['Asset'];

/** What a `Blob` and a `File` have in common, without the types of a browser. */
interface BlobLike {
  readonly type: string;
  readonly name?: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}
/** A picture to upload: a file of a form or of `openAsBlob`, or its bytes. */
export type Picture = BlobLike | Uint8Array;

export interface Assets {
  /**
   * Uploads a PNG, JPEG, WebP, AVIF, GIF or SVG of at most 4.4 MB. The same bytes again are the same asset.
   *
   * @param name what lists call it. @default the name of a `File`
   * @throws ImageUrlError
   */
  create(picture: Picture, name?: string): Promise<Schemas['CreateAssetResponse']>;
  /** Returns the pictures of the account, the newest first. @throws ImageUrlError */
  list(): Promise<Asset[]>;
  /** Deletes a picture and its address; published URLs keep their images. @throws ImageUrlError */
  delete(assetId: string): Promise<void>;
}

/** Characters of binary text that are made at once: more arguments than this are too many for a function. */
const chunk = 0x8000;

const toBase64 = (bytes: Uint8Array): string => {
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunk) binary += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return btoa(binary);
};

export const assetsOf = (getService: () => Service, timeoutMs: number): Assets => ({
  async create(picture, name = picture instanceof Uint8Array ? undefined : picture.name) {
    const isBytes = picture instanceof Uint8Array;
    const bytes = isBytes ? picture : new Uint8Array(await picture.arrayBuffer());
    // the service goes by the bytes
    const type = (!isBytes && /^image\/[\w.+-]+$/.exec(picture.type)?.[0]) || 'image/png';
    const body = JSON.stringify({ dataUrl: `data:${type};base64,${toBase64(bytes)}`, ...(name && { name }) });
    return request(getService(), { method: 'POST', path: '/v1/assets', body }, 'assetId', timeoutMs);
  },
  async list() {
    const wanted = { method: 'GET', path: '/v1/assets' };
    return (await request<Schemas['ListAssetsResponse']>(getService(), wanted, 'assets', timeoutMs)).assets;
  },
  async delete(assetId) {
    const path = `/v1/assets/${encodeURIComponent(assetId)}`;
    await request(getService(), { method: 'DELETE', path }, 'assetId', timeoutMs);
  },
});
