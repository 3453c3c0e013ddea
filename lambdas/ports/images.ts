import type { EncodedImage } from 'image-url-engine/engine.ts';
import type { CachedRemoteImage } from '../domain/records/image-records.ts';
import type { StoredTree } from '../domain/stored-tree.ts';

export type { FetchedImage, FetchWatch, Payer, RemoteImages } from 'image-url-outside/fetcher.ts';
export type { CachedRemoteImage, RenderLease } from '../domain/records/image-records.ts';

export interface DeliveredImage extends EncodedImage {
  /** Milliseconds by stage. Absent if the image came from the object cache. */
  readonly timings?: Readonly<Record<string, number>>;
  /** Remote images missing from the image, as `URL (reason)`. */
  readonly missing: readonly string[];
  /** Remote SVG files that ask for what is not rendered, as `URL (what)`. @default none */
  readonly svgNotes?: readonly string[];
  /** When the image may be rendered again because its result may change. Absent if it is final. */
  readonly freshUntil?: Date;
  /**
   * Work that begins when the last byte is sent and belongs to the invocation: storing what was rendered. What is lost
   * when it fails is rendered again. @default none
   */
  readonly after?: (() => Promise<void>) | undefined;
}

/** A stored image; without timings, because it was not rendered for this request. */
export type CachedImage = Omit<DeliveredImage, 'timings' | 'after'>;

/** An image read from the bucket. */
export interface StoredImage extends CachedImage {
  /** When it was last written. */
  readonly storedAt?: Date | undefined;
}

export interface FoundTree extends Pick<StoredTree, 'bytes' | 'hash'> {
  /** The owner. */
  readonly accountId: string;
  /** By the hash of the image's URL (`getRemoteImageName`). */
  readonly cachedImages: ReadonlyMap<string, CachedRemoteImage>;
}
