import type { AccountRecord, KeyRecord, TemplateRecord } from './records.ts';

/** An API key from a request, after its form was checked. */
export interface PresentedKey {
  readonly keyId: string;
  readonly keyHash: string;
  readonly accountId: string;
}

/** Result of one consistent read for a caller. Absent records do not exist. */
export interface FoundCaller {
  readonly key?: KeyRecord;
  /** UTC day on which the key was used last, as `yyyy-mm-dd`. */
  readonly lastUsedOn?: string;
  readonly account?: AccountRecord;
  readonly templates: ReadonlyMap<string, TemplateRecord>;
}

export interface CallerReader {
  /** Reads key, account and templates with one consistent batch. */
  find(key: PresentedKey, templateIds: readonly string[]): Promise<FoundCaller>;
  /** Stores the UTC day of a key's use, `yyyy-mm-dd`. Writes nothing if that day or a later one is stored. */
  noteUse(key: Pick<PresentedKey, 'accountId' | 'keyId'>, day: string): Promise<void>;
}
