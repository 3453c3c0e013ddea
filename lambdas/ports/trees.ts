import type { StoredTree } from '../core/vnode/stored-tree.ts';

export interface TreeWriter {
  /**
   * Stores trees, at most 25, under their addresses. A tree never changes: where an equal one stands, its end is moved out
   * to the moment, never in. Without a moment they stay for good.
   *
   * @param accountId whose they are: they are erased with this account.
   * @returns the addresses where another tree stands, untouched.
   */
  putAll(trees: ReadonlyMap<string, StoredTree>, accountId: string, expiresAt?: Date): Promise<readonly string[]>;
}

/** What is settled of one remote image of a tree. */
export type CachedRemoteImage =
  /** Its bytes, by the name they are stored under: for good. */
  | { readonly is: 'had'; readonly hash: string; readonly bytes: number }
  /** There is no room for it: for good. */
  | { readonly is: 'too large' }
  /** It could not be had so many times in a row, and is left out until a moment. */
  | { readonly is: 'missing'; readonly reason: string; readonly tries: number; readonly retryAt: Date };

export interface FoundTree extends Pick<StoredTree, 'bytes' | 'hash'> {
  /** Whose it is; absent from trees that were stored before they had an account. */
  readonly accountId?: string;
  /** By `pinName` of the image's URL. */
  readonly cachedImages: ReadonlyMap<string, CachedRemoteImage>;
}

export interface TreeReader {
  find(address: string): Promise<FoundTree | undefined>;
}

export interface TreeImageRecorder {
  /**
   * Pins one remote image of a tree, on condition that nothing has happened to it since it was looked at. Returns the pin
   * that holds, another's when it was first.
   *
   * @param seen what was pinned then.
   */
  recordImage(
    address: string,
    name: string,
    cachedImage: CachedRemoteImage,
    seen: CachedRemoteImage | undefined,
  ): Promise<CachedRemoteImage>;
}

/** Bytes of an account's cached remote images, each under the hash of its bytes. */
export interface CachedRemoteImageReader {
  find(accountId: string, hash: string): Promise<Uint8Array | undefined>;
}

export interface CachedRemoteImageWriter {
  /** Returns the name the bytes are stored under. */
  put(accountId: string, bytes: Uint8Array): Promise<string>;
}
