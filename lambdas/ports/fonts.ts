import type { FontRecord } from './records.ts';

/** Fonts of an account's own. */
export interface FontLister {
  /** Newest first. */
  of(accountId: string): Promise<readonly FontRecord[]>;
}

export interface FontAdder {
  /** Adds a font in one atomic step, in place of one with its id; false when the account has as many as it may. */
  add(accountId: string, font: FontRecord): Promise<boolean>;
}

export interface FontDeleter {
  /** False when there is none. */
  delete(accountId: string, fontId: string): Promise<boolean>;
}

/** Bytes of fonts by content; what was rendered with them needs them for good. */
export interface FontFileReader {
  /** @throws when they are lost or damaged: an image rendered without would be another one. */
  read(accountId: string, hash: string): Promise<Uint8Array>;
}

export interface FontFileWriter {
  /** Returns the name the bytes are stored under. */
  put(accountId: string, bytes: Uint8Array): Promise<string>;
}
