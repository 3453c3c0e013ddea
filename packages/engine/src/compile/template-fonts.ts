import type { FontBytes } from '../isolation/render/render.ts';
import type { CustomFont, FoundFamily, PinnedFamily } from '../rendering/fonts/typography.ts';

/** Finds the families outside the core of one template. */
export interface FamilyFinder {
  /**
   * Fetches the families in lists of families, unless fetched before, and returns all that were found so far.
   *
   * @param isNamed whether the template is known to use them; otherwise unavailable families are omitted
   */
  find(lists: readonly string[], isNamed: boolean): Promise<readonly FoundFamily[]>;
}

/** Returns what is stored of a family with the template. */
export const toPinned = ({ problem: _, ...pinned }: FoundFamily): PinnedFamily => pinned;

/** Finds nothing, for templates with core families and custom fonts only. */
export const noFamilies: FamilyFinder = { find: async () => [] };

/** Fonts that a template can use in addition to the core families. */
export interface TemplateFonts {
  /** Custom fonts of the account, newest first. */
  readonly fonts: readonly CustomFont[];
  readonly fontBytes: FontBytes;
  /** Opens the finder for one template's families outside the core. */
  readonly openFinder: () => FamilyFinder;
}
