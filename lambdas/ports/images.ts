import type { EncodedImage } from 'image-url-engine/engine.ts';
import type { limits } from '../contract/limits.ts';
import type { CachedRemoteImage } from '../domain/records/image-records.ts';
import type { StoredTree } from '../domain/stored-tree.ts';

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
  /** Is given what need not be waited for: giving back what was not read. @default it is waited for */
  readonly later?: (work: Promise<unknown>) => void;
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
