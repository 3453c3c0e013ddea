import type { AccountRecord, KeyRecord, TemplateRecord } from './records.ts';

/** A key as a caller presents it, after its form was checked. */
export interface PresentedKey {
  readonly keyId: string;
  readonly keyHash: string;
  readonly accountId: string;
}

/** What one consistent read finds of a caller; whatever is absent does not exist. */
export interface FoundCaller {
  readonly key?: KeyRecord;
  readonly account?: AccountRecord;
  readonly templates: ReadonlyMap<string, TemplateRecord>;
}

export interface CallerReader {
  /** Reads key, account and templates in one round trip, consistently. */
  find(key: PresentedKey, templateIds: readonly string[]): Promise<FoundCaller>;
}
