import type { StudioVocabulary } from '../../server/vocabulary.ts';
import { ask } from '../session/service.ts';
import { isOfStage } from '../session/stage.ts';
import type { Names } from './fixes.ts';

const none: StudioVocabulary = { elements: [], properties: {}, utilities: {}, families: [] };

let known = none;

/** Returns the names that the service knows; empty until they are loaded. */
export const vocabulary = (): StudioVocabulary => known;

export const knownNames = (): Names => ({
  utilities: Object.keys(known.utilities),
  families: known.families.map(({ name }) => name),
});

/** A stage's studio has it as a file. */
const read = async (): Promise<StudioVocabulary> =>
  isOfStage ? (await fetch('/vocabulary.json')).json() : ask<StudioVocabulary>('GET', '/studio/vocabulary');

export const loadVocabulary = async (): Promise<void> => {
  if (known === none) known = await read().catch(() => none);
};

const faces = new Map<string, FontFace>();

/** Returns the font face of a family, and loads it; text uses the page's font until then. Undefined if there is none. */
export const showFace = ({ name, id, hasFace }: StudioVocabulary['families'][number]): string | undefined => {
  if (!hasFace) return undefined;
  const face = `Face of ${name}`;
  if (!faces.has(id)) {
    const font = new FontFace(face, `url(/fonts/${id}.woff2)`);
    faces.set(id, font);
    document.fonts.add(font);
    font.load().catch(() => document.fonts.delete(font));
  }
  return face;
};
