import type { RenderedImage } from '../core/rendering/rendered-image.ts';
import type { StoredTree } from '../core/vnode/stored-tree.ts';

/** A stored image; without timings, because it was not rendered for this request. */
export type CachedImage = Omit<RenderedImage, 'timings'>;

/** An image read from the bucket. */
export interface StoredImage extends CachedImage {
  /** When it was last written. */
  readonly storedAt?: Date | undefined;
}

/** Reads rendered images. A lost image is rendered again, with the engine that is then installed. */
export interface ImageReader {
  find(name: string): Promise<StoredImage | undefined>;
}

export interface ImageWriter {
  /**
   * Stores an image.
   *
   * @param replaces whether to overwrite a stored image
   * @returns false if an image is stored and was not overwritten
   */
  put(name: string, image: CachedImage, replaces: boolean): Promise<boolean>;
}

/** The lease of an image that is being rendered, or the negative cache entry of one that failed. */
export interface RenderLease {
  /** Random id chosen by the holder. */
  readonly id: string;
  /** Number of consecutive renders that count towards the backoff, this one included; 0 if it does not count. */
  readonly number: number;
  readonly startedAt: Date;
  /** Time before which no other request acquires the lease. */
  readonly retryAt: Date;
  /** Whether the render has failed; otherwise it may be in progress. */
  readonly hasFailed: boolean;
}

/**
 * Render leases by image name: one request at a time renders an image, and a failed render is repeated only after a
 * backoff.
 */
export interface RenderLeases {
  find(name: string): Promise<RenderLease | undefined>;
  /** Acquires the lease unless it has changed since it was read as `seen`. Resolves to false if it has. */
  begin(name: string, lease: RenderLease, seen: RenderLease | undefined): Promise<boolean>;
  /** Replaces the lease by `outcome`, or deletes it. No effect if another request holds the lease. */
  end(name: string, lease: RenderLease, outcome?: RenderLease): Promise<void>;
}

/** Watches one fetch. */
export interface FetchWatch {
  /** Called before a request to a host. If it resolves to false, nothing is fetched from the host. */
  checkAdmission(host: string): Promise<boolean>;
  /** Called with the bytes announced or received so far. */
  countBytes(bytes: number): void;
}

/** Fetches images that templates reference, from public addresses only. */
export interface RemoteImages {
  /** Fetches an image. Fails with `too large` for more than `limits.fetchedImageBytes`. */
  fetch(
    url: string,
    watch?: FetchWatch,
  ): Promise<{ readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: string }>;
}

/** The cached result of fetching one remote image of a tree. */
export type CachedRemoteImage =
  /** Fetched: hash and number of its bytes. Final. */
  | { readonly is: 'had'; readonly hash: string; readonly bytes: number }
  /** Exceeds the byte budget of the tree. Final. */
  | { readonly is: 'too large' }
  /** Failed `tries` times in a row; omitted until `retryAt`. */
  | { readonly is: 'missing'; readonly reason: string; readonly tries: number; readonly retryAt: Date };

export interface FoundTree extends Pick<StoredTree, 'bytes' | 'hash'> {
  /** The owner. */
  readonly accountId: string;
  /** By the hash of the image's URL (`getRemoteImageName`). */
  readonly cachedImages: ReadonlyMap<string, CachedRemoteImage>;
}
