import type { RenderedImage } from '../core/rendering/rendered-image.ts';

/** An image as it is kept: whoever finds it did not render it. */
export type CachedImage = Omit<RenderedImage, 'timings'>;

/** An image out of the store. */
export interface StoredImage extends CachedImage {
  /** When it was last written. */
  readonly storedAt?: Date | undefined;
}

/** Rendered images. One that is lost is rendered again, by the engine of then. */
export interface ImageReader {
  find(name: string): Promise<StoredImage | undefined>;
}

export interface ImageWriter {
  /**
   * Stores an image.
   *
   * @param replaces whether it takes the place of one that is stored.
   * @returns false when one is stored and was left as it is.
   */
  put(name: string, image: CachedImage, replaces: boolean): Promise<boolean>;
}

/** The public image host, as any reader sees it. */
export interface ImageHost {
  /**
   * Has an image rendered if it is not there yet. `refused` is a URL that is delivered no more, `unknown` any answer that says
   * nothing of the image.
   */
  request(url: string, withinMs: number): Promise<'drawn' | 'failed' | 'refused' | 'unknown'>;
}

/** Images that are to be rendered before anybody asks for them. */
export interface Prewarms {
  /** @param account whose they are: accounts take turns. */
  order(urls: readonly string[], account: string): Promise<void>;
}

/** An attempt at rendering an image, as everybody sees it. */
export interface RenderLease {
  /** Made by whoever began it. */
  readonly id: string;
  /** Which one in a row it is, those before it having failed; 0 for one that does not count. */
  readonly number: number;
  readonly startedAt: Date;
  /** Until then nobody begins another. */
  readonly retryAt: Date;
  /** Whether it is known to have failed; else it may be under way. */
  readonly hasFailed: boolean;
}

/** Whoever renders an image tells everybody else, so that what fails is tried seldom, and once at a time. */
export interface RenderLeases {
  find(name: string): Promise<RenderLease | undefined>;
  /** Begins an attempt in place of the one that was seen, if any; false when something has happened since. */
  begin(name: string, lease: RenderLease, seen: RenderLease | undefined): Promise<boolean>;
  /** Ends an attempt as `outcome`, or forgets it. Does nothing once another has begun. */
  end(name: string, lease: RenderLease, outcome?: RenderLease): Promise<void>;
}

/** A fetch's part of the room that several share. */
export interface FetchBudget {
  /** Takes room for all bytes that are announced or have arrived so far; false when there is none. */
  grow(toBytes: number): boolean;
  /** Fires when the room goes to another fetch. */
  readonly lost: AbortSignal;
  /** Asked before a host is spoken to; nothing is fetched from one that it refuses. @default every host is admitted */
  readonly checkAdmission?: (host: string) => Promise<boolean>;
}

/** Fetches images that templates name, from public addresses only. */
export interface RemoteImages {
  /** An image larger than what is left of the room is refused as too large. */
  fetch(
    url: string,
    budget: FetchBudget,
  ): Promise<{ readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: string }>;
}
