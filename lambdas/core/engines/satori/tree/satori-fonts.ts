import { LRUCache } from 'lru-cache';
import type { FontFamily, HanLanguage } from '../../../picture/fonts/catalogue.ts';
import { type ChosenFont, type FontChoice, faceKey } from '../../../picture/fonts/choose-fonts.ts';

/** A font under the name satori knows it by. */
export interface NamedFont {
  readonly name: string;
  readonly weight: 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;
  readonly style: 'normal' | 'italic';
  readonly data: ArrayBuffer;
}

/** Chosen fonts as satori takes them: one file per family name, so each file of a family has a name of its own. */
export interface SatoriFonts {
  /** The same array for the same fonts: satori parses the fonts of an array once. */
  readonly named: readonly NamedFont[];
  /** What to put into `fontFamily` so that text asking for these families, in this language, gets them in order. */
  readonly namesFor: (families: readonly FontFamily[], language: HanLanguage | undefined) => string;
}

/** Sets of fonts kept; satori keeps what it parsed of each for as long. */
const keptArrays = 64;

export const satoriFonts = () => {
  const arrays = new LRUCache<string, readonly NamedFont[]>({ max: keptArrays });
  return ({ fonts, chainOf }: FontChoice): SatoriFonts => {
    const key = fonts.map(({ face }) => faceKey(face)).join();
    const named = arrays.get(key) ?? fonts.map(namedFont);
    arrays.set(key, named);
    const namesOf = (family: FontFamily) => fonts.filter(({ face }) => face.id === family.id).map(nameOf);
    return {
      named,
      namesFor: (families, language) =>
        [...new Set(chainOf(families, language).flatMap(namesOf))].map((name) => `'${name}'`).join(', '),
    };
  };
};

const nameOf = ({ family, face, isMain }: ChosenFont): string =>
  isMain ? family.name : `${family.name} ${face.subset}`;

const namedFont = (font: ChosenFont): NamedFont => ({
  name: nameOf(font),
  weight: font.face.weight as NamedFont['weight'],
  style: font.face.style,
  data: font.data.data,
});
