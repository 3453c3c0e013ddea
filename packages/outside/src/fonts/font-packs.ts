import type { FontFamily, IndexedFamily } from 'image-url-engine/fonts.ts';

/** Font packs of families outside the core, by the hash of their bytes; shared by all accounts. */
export interface FontPackReader {
  /** @throws Error when a pack is missing or damaged, because the image would look different without it */
  read(hash: string): Promise<Uint8Array>;
}

export interface FontPackStore {
  /** Returns the hash of the pack of a family's package; undefined if the family was not fetched yet. */
  find(family: IndexedFamily): Promise<string | undefined>;
  /**
   * Stores a pack and returns its hash.
   *
   * @param family whose `find` then returns the hash; undefined for a package of the developer's project
   */
  put(pack: Uint8Array, family: IndexedFamily | undefined): Promise<string>;
}

/** A pack, or why there is none. `mend` is a suggestion for the author. */
export type FetchedPack =
  | { readonly ok: true; readonly pack: Uint8Array }
  | { readonly ok: false; readonly reason: string; readonly mend: string };

/** Source of families outside the core. */
export interface FontSource {
  /** Families of packages in the developer's project; none on a deployed stage. */
  readonly projectFamilies: readonly FontFamily[];
  /** Returns the pack of a family of `projectFamilies`. */
  open(id: string): Promise<FetchedPack>;
  /** Fetches and verifies a family. Concurrent calls share one fetch; failures are cached briefly. Never rejects. */
  fetch(family: IndexedFamily): Promise<FetchedPack>;
}
