import type { RemoteImages } from '../ports/images.ts';
import { findAssetFile } from './s3/assets.ts';

/**
 * Reads assets of the account from the bucket, and fetches everything else. The host of an address does not matter: the
 * hash in its path says what its bytes are, and a function that the image host calls does not know that host.
 */
export const readingOwnAssets = (bucket: string, remote: RemoteImages): RemoteImages => ({
  async fetch(address, payer) {
    const path = URL.parse(address)?.pathname ?? '';
    const bytes = await findAssetFile(bucket, payer.accountId, path);
    return bytes ? { ok: true, bytes } : remote.fetch(address, payer);
  },
});
