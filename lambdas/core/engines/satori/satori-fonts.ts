import { LRUCache } from 'lru-cache';
import type { FontFamily, HanLanguage } from '../../rendering/fonts/catalogue.ts';
import {
  type ChosenFont,
  type FontChoice,
  getCustomFontBytes,
  getFontKey,
} from '../../rendering/fonts/choose-fonts.ts';
import type { TextStyle } from '../../rendering/fonts/text-style.ts';

/** A font under the name satori knows it by. */
export interface NamedFont {
  readonly name: string;
  readonly weight: 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;
  readonly style: 'normal' | 'italic';
  readonly data: ArrayBuffer;
}

/** The chosen fonts of a tree. satori knows no `unicode-range`, so each file of a family has a name of its own. */
export interface SatoriFonts {
  /** In the order in which text falls back to them. The same array for the same fonts: satori parses an array once. */
  readonly named: readonly NamedFont[];
  /** Returns the `fontFamily` for text in some families and a language. */
  readonly namesFor: (families: readonly FontFamily[], language: HanLanguage | undefined) => string;
  /** The style of text that no element says anything about. */
  readonly root: TextStyle;
}

/** Font sets that are cached; satori caches what it parsed of each for as long. */
const cachedSets = 64;
/** Bytes of custom fonts in them. */
const cachedCustomBytes = 64 << 20;

/** Returns the function that names the fonts of a tree. */
export const satoriFonts = () => {
  const sets = new LRUCache<string, readonly NamedFont[]>({ max: cachedSets, maxSize: cachedCustomBytes });
  return ({ fonts, getChain, getName: familyNameOf, root }: FontChoice): SatoriFonts => {
    const getName = ({ family, isMain, part }: ChosenFont): string =>
      isMain ? familyNameOf(family) : `${familyNameOf(family)} ${part}`;
    const key = fonts.map((font) => `${getName(font)}=${getFontKey(font)}`).join();
    const named = sets.get(key) ?? fonts.map((font) => namedFont(font, getName(font)));
    sets.set(key, named, { size: getCustomFontBytes(fonts) });
    return {
      named,
      root,
      namesFor: (families, language) => {
        const ofFamily = (family: FontFamily) => fonts.filter((font) => font.family === family).map(getName);
        const names = new Set(getChain(families, language).flatMap(ofFamily));
        return [...names].map((name) => `'${name}'`).join(', ');
      },
    };
  };
};

const namedFont = ({ face, data }: ChosenFont, name: string): NamedFont => ({
  name,
  weight: face.weight as NamedFont['weight'],
  style: face.style,
  data: data.data,
});
