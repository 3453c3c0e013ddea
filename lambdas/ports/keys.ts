import type { KeyRecord, SigningKeyRecord } from './records.ts';

export interface KeyCreator {
  /** Stores a new key. */
  create(key: KeyRecord): Promise<void>;
}

/** A key of an account, and the UTC day on which it was used last, as `yyyy-mm-dd`. */
export interface ListedKey {
  readonly key: KeyRecord;
  readonly lastUsedOn?: string | undefined;
}

export interface KeyLister {
  /**
   * Lists the API keys of an account, revoked ones included, in no order. A key from before this list existed appears
   * after its first use.
   */
  of(accountId: string): Promise<readonly ListedKey[]>;
}

export interface KeyDeleter {
  /**
   * Deletes a key of an account. `isFound` is false when the account has no such key; `key` is the one that this call deleted, and
   * absent where an earlier one did.
   */
  delete(accountId: string, keyId: string): Promise<{ readonly isFound: boolean; readonly key?: KeyRecord }>;
}

export interface SigningKeyCreator {
  create(key: SigningKeyRecord): Promise<void>;
}

export interface SigningKeyReader {
  /** Signing keys of an account, in no order. */
  of(accountId: string): Promise<readonly SigningKeyRecord[]>;
}

export interface SigningKeyDeleter {
  /** Deletes a signing key of an account. @returns false when there is none. */
  delete(accountId: string, signingKeyId: string): Promise<boolean>;
}
