import { getVocabulary, type Vocabulary } from 'image-url-engine/source.ts';
import { findFontFile, getFontPath } from './font-file.ts';

/** What the editor proposes. */
export interface StudioVocabulary extends Omit<Vocabulary, 'families'> {
  readonly families: readonly (Vocabulary['families'][number] & {
    /** Whether the page can load the family's face. */
    readonly hasFace: boolean;
  })[];
}

let known: Promise<StudioVocabulary> | undefined;

const read = async (): Promise<StudioVocabulary> => {
  const vocabulary = getVocabulary();
  const families = vocabulary.families.map(async (family) => ({
    ...family,
    hasFace: (await findFontFile(getFontPath(family.id))) !== undefined,
  }));
  return { ...vocabulary, families: await Promise.all(families) };
};

/** Returns the editor's proposals, computed by the first call. */
export const getStudioVocabulary = (): Promise<StudioVocabulary> => {
  known ??= read();
  return known;
};
