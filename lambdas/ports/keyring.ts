import type { Keyring } from 'image-url-contract/signing/keyring.ts';
import type { Runtime } from './runtime.ts';

export interface KeyringReader {
  /** Returns the keyring. @param operators log and metrics for a failed read, after which the last keyring is used */
  keyring(operators: Pick<Runtime, 'log' | 'count'>): Promise<Keyring>;
}

export interface KeyringVersion {
  readonly version: string;
  /** Absent while the secret holds no key. */
  readonly keyring?: Keyring;
}
