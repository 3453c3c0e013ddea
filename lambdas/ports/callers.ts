import type { AccountRecord, KeyRecord, TemplateRecord } from './records.ts';

/** A key as a caller presents it, after its form was checked. */
export interface PresentedKey {
  readonly keyId: string;
  readonly keyHash: string;
  readonly accountId: string;
}

/** Result of one consistent read for a caller. What is absent does not exist. */
export interface FoundCaller {
  readonly key?: KeyRecord;
  /** UTC day on which the key was used last, as `yyyy-mm-dd`. */
  readonly lastUsedOn?: string;
  readonly account?: AccountRecord;
  readonly templates: ReadonlyMap<string, TemplateRecord>;
}

export interface CallerReader {
  /** Reads key, account and templates in one round trip, consistently. */
  find(key: PresentedKey, templateIds: readonly string[]): Promise<FoundCaller>;
  /**
   * Stores that a key was used on a UTC day, `yyyy-mm-dd`. Writes nothing when that is stored, and never an earlier day.
   */
  noteUse(key: Pick<PresentedKey, 'accountId' | 'keyId'>, day: string): Promise<void>;
}
