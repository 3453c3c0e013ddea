import type { CachedRemoteImage } from '../aws/dynamodb/image-items.ts';
import type { limits } from '../contract/limits.ts';
import type { RenderedImage } from '../core/rendering/rendered-image.ts';
import type { StoredTree } from '../core/vnode/stored-tree.ts';

export type { CachedRemoteImage, RenderLease } from '../aws/dynamodb/image-items.ts';

/** A stored image; without timings, because it was not rendered for this request. */
export type CachedImage = Omit<RenderedImage, 'timings'>;

/** An image read from the bucket. */
export interface StoredImage extends CachedImage {
  /** When it was last written. */
  readonly storedAt?: Date | undefined;
}

/** Watches one fetch. */
export interface FetchWatch {
  /** Called before a request to a host. If it resolves to false, nothing is fetched from the host. */
  checkAdmission(host: string): Promise<boolean>;
  /** Called with the bytes announced or received so far. */
  countBytes(bytes: number): void;
}

/** For whom something is fetched: it counts against hourly budgets of the account and of each host. */
export interface Payer {
  readonly accountId: string;
  readonly purpose: keyof typeof limits.fetchedBytesPerHour;
  readonly now: Date;
}

/** Fetches images that templates reference, from public addresses only. */
export interface RemoteImages {
  /** Fetches an image within budgets. Fails with `too large` for more than `limits.fetchedImageBytes`. */
  fetch(
    url: string,
    payer: Payer,
  ): Promise<{ readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: string }>;
}

export interface FoundTree extends Pick<StoredTree, 'bytes' | 'hash'> {
  /** The owner. */
  readonly accountId: string;
  /** By the hash of the image's URL (`getRemoteImageName`). */
  readonly cachedImages: ReadonlyMap<string, CachedRemoteImage>;
}
