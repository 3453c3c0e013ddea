import type { StoredTree } from '../core/vnode/stored-tree.ts';

export interface TreeWriter {
  /**
   * Stores up to 25 trees under their addresses. A stored tree never changes: for an equal tree only the expiry is
   * moved, and never to an earlier date. Without `expiresAt` trees do not expire.
   *
   * @param accountId the account that owns them, with which they are erased.
   * @returns the addresses that hold a different tree, which stays.
   */
  putAll(trees: ReadonlyMap<string, StoredTree>, accountId: string, expiresAt?: Date): Promise<readonly string[]>;
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
  /** The account that owns it; absent from trees of earlier versions. */
  readonly accountId?: string;
  /** By the hash of the image's URL (`getRemoteImageName`). */
  readonly cachedImages: ReadonlyMap<string, CachedRemoteImage>;
}

export interface TreeReader {
  find(address: string): Promise<FoundTree | undefined>;
}

export interface TreeImageRecorder {
  /**
   * Stores the result for one remote image of a tree, if the stored one is still as it was read. Returns the stored
   * result, which is another request's if that was first.
   *
   * @param seen the result as it was read; undefined if there was none.
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
