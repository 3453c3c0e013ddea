import type { RevocationRecord } from './records.ts';

/** The properties of an image URL by which it may be revoked. */
export interface RevocableUrl {
  readonly accountId: string;
  readonly hash: string;
  readonly templateId: string;
  readonly version: number;
  /** The signing key of an on-demand URL. */
  readonly signingKeyId?: string | undefined;
  /** State of the edge's revocation entries: a result that was cached for another state is not used. */
  readonly epoch?: string | undefined;
}

export interface RevocationReader {
  /**
   * Returns whether a URL is revoked.
   *
   * @param onStale called with the error when the table cannot be read and cached verdicts are used.
   * @throws the error when there is no cached verdict.
   */
  isRevoked(url: RevocableUrl, onStale: (cause: unknown) => void): Promise<boolean>;
}

export interface RevocationLister {
  /** Those of an account, lifted and expired ones among them. */
  of(accountId: string): Promise<readonly RevocationRecord[]>;
}

export interface RevocationAdder extends RevocationLister {
  put(revocation: RevocationRecord): Promise<void>;
}

export interface RevocationLifter extends RevocationLister {
  /** Marks a revocation as lifted; false when there is none. */
  lift(accountId: string, revocationId: string): Promise<boolean>;
  /** Removes a revocation unless it was created again after it was lifted. */
  removeLifted(accountId: string, revocationId: string): Promise<void>;
}

export interface RevocationWalker {
  /** Those of every account. */
  all(): Promise<readonly RevocationRecord[]>;
}

/**
 * Computes the entries that the edge function should have. It is called after the store's state was read, and again
 * after a conflict with another writer.
 */
export type WantedEntries = () => Promise<ReadonlyMap<string, string>>;

export interface EdgeRevocationAdder {
  /** Returns the number of free entries, for all accounts together. */
  budget(): Promise<number>;
  /** Writes those of some entries that there should be. */
  add(names: readonly string[], wanted: WantedEntries): Promise<void>;
}

export interface EdgeRevocationLifter {
  /** Writes those of some entries that there should be, and removes the others. */
  update(names: readonly string[], wanted: WantedEntries): Promise<void>;
}

export interface EdgeRevocationStore {
  /** Makes the store's revocation entries equal to the computed ones. */
  replaceEntries(wanted: WantedEntries): Promise<void>;
}
