import type { RevocationRecord } from './records.ts';

/** What an image URL may be revoked by. */
export interface RevocableUrl {
  readonly accountId: string;
  readonly hash: string;
  readonly templateId: string;
  readonly version: number;
  /** The signing key of an on-demand URL. */
  readonly signingKeyId?: string | undefined;
  /** What the edge says of its state: an answer from before another state counts no more. */
  readonly epoch?: string | undefined;
}

export interface RevocationReader {
  /** @param onStale told why revocations could not be read anew; the last answer that could goes on serving. */
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
  /** Removes a revocation unless somebody has made it anew since it was lifted. */
  removeLifted(accountId: string, revocationId: string): Promise<void>;
}

export interface RevocationWalker {
  /** Those of every account. */
  all(): Promise<readonly RevocationRecord[]>;
}

/** Entries that the edge function refuses by, as they should be: asked for after the store's state was read, and anew when others write. */
export type WantedEntries = () => Promise<ReadonlyMap<string, string>>;

export interface EdgeRevocationAdder {
  /** How many more revocations there is room for, of all accounts together. */
  budget(): Promise<number>;
  /** Writes those of some entries that there should be. */
  add(names: readonly string[], wanted: WantedEntries): Promise<void>;
}

export interface EdgeRevocationLifter {
  /** Writes those of some entries that there should be, and removes the others. */
  update(names: readonly string[], wanted: WantedEntries): Promise<void>;
}

export interface EdgeRevocationStore {
  /** Makes all entries of revocations these. */
  pickKeys(wanted: WantedEntries): Promise<void>;
}
