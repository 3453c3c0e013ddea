import { LRUCache } from 'lru-cache';
import type { FontFamily, HanLanguage } from '../../../picture/fonts/catalogue.ts';
import { type ChosenFont, type FontChoice, fontKeyOf, ownBytesOf } from '../../../picture/fonts/choose-fonts.ts';

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
/** Of fonts of somebody's own in them. */
const keptOwnBytes = 64 << 20;

export const satoriFonts = () => {
  const arrays = new LRUCache<string, readonly NamedFont[]>({
    max: keptArrays,
    maxSize: keptOwnBytes,
  });
  return ({ fonts, chainOf, nameOf: familyNameOf }: FontChoice): SatoriFonts => {
    const nameOf = ({ family, isMain, part }: ChosenFont): string =>
      isMain ? familyNameOf(family) : `${familyNameOf(family)} ${part}`;
    const key = fonts.map((font) => `${nameOf(font)}=${fontKeyOf(font)}`).join();
    const named = arrays.get(key) ?? fonts.map((font) => namedFont(font, nameOf(font)));
    arrays.set(key, named, { size: ownBytesOf(fonts) });
    const namesOf = (family: FontFamily) => fonts.filter((font) => font.family === family).map(nameOf);
    return {
      named,
      namesFor: (families, language) =>
        [...new Set(chainOf(families, language).flatMap(namesOf))].map((name) => `'${name}'`).join(', '),
    };
  };
};

const namedFont = (font: ChosenFont, name: string): NamedFont => ({
  name,
  weight: font.face.weight as NamedFont['weight'],
  style: font.face.style,
  data: font.data.data,
});
