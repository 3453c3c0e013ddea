import type { FontFamily } from '../core/rendering/fonts/catalogue.ts';
import type { IndexedFamily } from '../core/rendering/fonts/font-index.ts';

/** Font packs of families outside the core, by the hash of their bytes. Shared by all accounts, and never deleted. */
export interface FontPackReader {
  /** @throws when they are lost or damaged, because the image would look different without them */
  read(hash: string): Promise<Uint8Array>;
}

export interface FontPackStore {
  /** Returns the hash of the pack that was made of a family's package; undefined if it was not fetched yet. */
  find(family: IndexedFamily): Promise<string | undefined>;
  /**
   * Stores a pack and returns its hash.
   *
   * @param family the family that is found by it from then on; undefined for a package of the developer's project
   */
  put(pack: Uint8Array, family: IndexedFamily | undefined): Promise<string>;
}

/** A pack, or why there is none. `mend` is what an author can do. */
export type FetchedPack =
  | { readonly ok: true; readonly pack: Uint8Array }
  | { readonly ok: false; readonly reason: string; readonly mend: string };

/** Where families outside the core come from. */
export interface FontSource {
  /** Families of packages in the developer's project; none on a deployed stage. */
  readonly projectFamilies: readonly FontFamily[];
  /** Returns the pack of a family of `projectFamilies`. */
  open(id: string): Promise<FetchedPack>;
  /** Fetches and verifies a family. Concurrent calls share one fetch, and a failure is cached for a while. Never rejects. */
  fetch(family: IndexedFamily): Promise<FetchedPack>;
}
