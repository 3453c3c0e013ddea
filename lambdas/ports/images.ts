import type { RenderedImage } from '../core/rendering/rendered-image.ts';
import type { StoredTree } from '../core/vnode/stored-tree.ts';

/** A stored image. It has no timings, because it was not rendered for this request. */
export type CachedImage = Omit<RenderedImage, 'timings'>;

/** An image read from the bucket. */
export interface StoredImage extends CachedImage {
  /** When it was last written. */
  readonly storedAt?: Date | undefined;
}

/** Reads rendered images. An image that is lost is rendered again, by the engine that is installed then. */
export interface ImageReader {
  find(name: string): Promise<StoredImage | undefined>;
}

export interface ImageWriter {
  /**
   * Stores an image.
   *
   * @param replaces whether to overwrite a stored image.
   * @returns false if an image is stored already and was not overwritten.
   */
  put(name: string, image: CachedImage, replaces: boolean): Promise<boolean>;
}

/** The lease of an image that is being rendered, or the negative cache entry of one that could not be. */
export interface RenderLease {
  /** Random id that the holder created. */
  readonly id: string;
  /** Number of consecutive attempts, this one included; 0 if it does not count towards the backoff. */
  readonly number: number;
  readonly startedAt: Date;
  /** Until then no other request acquires the lease. */
  readonly retryAt: Date;
  /** Whether the render has failed; if not, it may be in progress. */
  readonly hasFailed: boolean;
}

/**
 * Render leases by image name: one request at a time renders an image, and failed renders are repeated only after a
 * backoff.
 */
export interface RenderLeases {
  find(name: string): Promise<RenderLease | undefined>;
  /** Acquires the lease if it is still as it was seen. Returns false if it has changed meanwhile. */
  begin(name: string, lease: RenderLease, seen: RenderLease | undefined): Promise<boolean>;
  /** Replaces the lease by `outcome`, or deletes it. Does nothing if another request holds the lease. */
  end(name: string, lease: RenderLease, outcome?: RenderLease): Promise<void>;
}

/** The part of a shared byte budget that one fetch holds. */
export interface FetchBudget {
  /** Reserves bytes for everything that was announced or received so far. Returns false if the budget is exhausted. */
  grow(toBytes: number): boolean;
  /** Fires when the bytes are given to another fetch. */
  readonly lost: AbortSignal;
  /**
   * Called before a request to a host. If it resolves to false, nothing is fetched from that host.
   *
   * @default every host is allowed
   */
  readonly checkAdmission?: (host: string) => Promise<boolean>;
}

/** Fetches images that templates name, from public addresses only. */
export interface RemoteImages {
  /** Fetches an image. An image larger than the remaining budget fails as too large. */
  fetch(
    url: string,
    budget: FetchBudget,
  ): Promise<{ readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: string }>;
}

/** The cached result of fetching one remote image of a tree. */
export type CachedRemoteImage =
  /** The image was fetched: hash and number of its bytes. Final. */
  | { readonly is: 'had'; readonly hash: string; readonly bytes: number }
  /** The image exceeds the byte budget of the tree. Final. */
  | { readonly is: 'too large' }
  /** The image could not be fetched `tries` times in a row; it is left out until `retryAt`. */
  | { readonly is: 'missing'; readonly reason: string; readonly tries: number; readonly retryAt: Date };

export interface FoundTree extends Pick<StoredTree, 'bytes' | 'hash'> {
  /** The account that owns it. */
  readonly accountId: string;
  /** By the hash of the image's URL (`getRemoteImageName`). */
  readonly cachedImages: ReadonlyMap<string, CachedRemoteImage>;
}
