import type { Keyring, SigningKey } from '../core/signing/keyring.ts';
import type { Runtime } from './runtime.ts';

/** Reads the signing keyring. */
export interface Keys {
  /** Returns the keyring. @param operators log and metrics for a failed read, after which the last keyring is used */
  keyring(operators: Pick<Runtime, 'log' | 'count'>): Promise<Keyring>;
}

/** What signing a URL needs. */
export interface SigningKeys extends Keys {
  readonly imageUrl: string;
  readonly lifetimeDays: number;
}

/** What verifying a URL needs. */
export interface VerifyingKeys extends Keys {
  /** Whether the edge function is in front; only then are its headers trusted. */
  readonly isBehindEdge: boolean;
}

/** One version of the keyring's secret. */
export interface KeyringVersion {
  readonly version: string;
  /** Absent while the secret holds no key yet. */
  readonly keyring?: Keyring;
}

export interface KeyringStore {
  /** Returns the current, the previous or the pending version, or one by its id. */
  find(which: 'current' | 'previous' | 'pending' | { readonly version: string }): Promise<KeyringVersion | undefined>;
  /** Stores a keyring as a new version that is not in use. A version that is already there stays as it is. */
  propose(version: string, keyring: Keyring): Promise<void>;
  /** Gives a version the label `AWSPENDING`. Returns false if another call moved the label meanwhile. */
  claim(version: string): Promise<boolean>;
  /** Makes a version current in place of `instead`. Returns false if `instead` is not current. */
  accept(version: string, instead: string | undefined): Promise<boolean>;
  /** Removes the label `AWSPENDING` from a version. */
  withdraw(version: string): Promise<void>;
}

/** The keys the edge function verifies with. */
export interface EdgeKeys {
  /** Adds keys; @throws when the edge has another secret under one of their ids. */
  put(keys: readonly SigningKey[]): Promise<void>;
  /** Whether the edge has all of these keys. */
  holds(keys: readonly SigningKey[]): Promise<boolean>;
  /** Ids of all keys the edge has. */
  ids(): Promise<string[]>;
  drop(ids: readonly string[]): Promise<void>;
}
