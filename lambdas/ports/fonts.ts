import type { FontRecord } from './records.ts';

/** Custom fonts of an account. */
export interface FontLister {
  /** Newest first. */
  of(accountId: string): Promise<readonly FontRecord[]>;
}

export interface FontAdder {
  /**
   * Adds a font, or replaces the one with its id, in one atomic step. Returns false if the account has the maximum
   * number of fonts.
   */
  add(accountId: string, font: FontRecord): Promise<boolean>;
}

export interface FontDeleter {
  /** Deletes a font. Returns false if there is none. */
  delete(accountId: string, fontId: string): Promise<boolean>;
}

/**
 * Font files by the hash of their bytes. They are deleted only with their account, because published URLs need them.
 */
export interface FontFileReader {
  /**
   * Returns the bytes of a font.
   *
   * @throws when they are lost or damaged, because the image would look different without them
   */
  read(accountId: string, hash: string): Promise<Uint8Array>;
}

export interface FontFileWriter {
  /** Returns the name the bytes are stored under. */
  put(accountId: string, bytes: Uint8Array): Promise<string>;
}
