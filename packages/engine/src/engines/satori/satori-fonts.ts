import { LRUCache } from 'lru-cache';
import type { FontFamily, HanLanguage } from '../../rendering/fonts/catalogue.ts';
import {
  type ChosenFont,
  type FontChoice,
  getCustomFontBytes,
  getFontKey,
} from '../../rendering/fonts/choose-fonts.ts';

/** A font, under the name by which satori finds it. */
export interface NamedFont {
  readonly name: string;
  readonly weight: 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;
  readonly style: 'normal' | 'italic';
  readonly data: ArrayBuffer;
}

/** Maximum number of cached font sets. satori caches the parsed fonts of each for as long. */
const cachedSets = 64;
/** Maximum bytes of custom fonts in the cached sets. */
const cachedCustomBytes = 64 << 20;

/**
 * Returns a function that names the chosen fonts of a tree. satori does not support `unicode-range`, so each file of a
 * family has its own name.
 */
export const createFontNamer = () => {
  const sets = new LRUCache<string, readonly NamedFont[]>({ max: cachedSets, maxSize: cachedCustomBytes });
  return ({ fonts, getChain, getName: getFamilyName, root }: FontChoice) => {
    const getName = ({ family, isMain, part }: ChosenFont): string =>
      isMain ? getFamilyName(family) : `${getFamilyName(family)} ${part}`;
    const key = fonts.map((font) => `${getName(font)}=${getFontKey(font)}`).join();
    const named = sets.get(key) ?? fonts.map((font) => namedFont(font, getName(font)));
    sets.set(key, named, { size: getCustomFontBytes(fonts) });
    return {
      /** In fallback order. Equal fonts give the same array, because satori parses each array once. */
      named,
      /** The text style that elements inherit by default. */
      root,
      /** Returns the `fontFamily` value for text in these families and this language. */
      namesFor: (families: readonly FontFamily[], language: HanLanguage | undefined): string => {
        const getNames = (family: FontFamily) => fonts.filter((font) => font.family === family).map(getName);
        const names = new Set(getChain(families, language).flatMap(getNames));
        return [...names].map((name) => `'${name}'`).join(', ');
      },
    };
  };
};

export type SatoriFonts = ReturnType<ReturnType<typeof createFontNamer>>;

const namedFont = ({ face, data }: ChosenFont, name: string): NamedFont => ({
  name,
  weight: face.weight as NamedFont['weight'],
  style: face.style,
  data: data.data,
});
