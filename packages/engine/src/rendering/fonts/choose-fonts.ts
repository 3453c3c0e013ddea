import {
  baseFamily,
  type FontFamily,
  type HanLanguage,
  hanFamilies,
  kindFallbacks,
  scriptFamilies,
  symbolFamilies,
} from './catalogue.ts';
import { type CodePointRanges, includes, parseUnicodeRanges } from './coverage.ts';
import { FontsNotReady, getCustomFaces } from './custom-fonts.ts';
import type { FontDemand } from './font-demand.ts';
import type { FontData, FontFace, FontFiles, FontPackage, PackedFonts } from './font-files.ts';
import { isEastAsian } from './han.ts';
import { findNearestWeight } from './nearest-weight.ts';
import type { TextStyle } from './text-style.ts';

/** A font file that a text needs. */
export interface ChosenFont {
  readonly family: FontFamily;
  readonly face: FontFace;
  readonly data: FontData;
  /** Whether it contains the basic letters of its family. */
  readonly isMain: boolean;
  /** Distinguishes it from other files of its family that are not main. */
  readonly part: string;
  /** The code points it serves, like CSS `unicode-range`. */
  readonly ranges: CodePointRanges;
}

export interface FontChoice {
  /** Every font file that the texts of the tree need, in fallback order. */
  readonly fonts: readonly ChosenFont[];
  /** Characters, and letters with their marks, that no file contains. */
  readonly missing: readonly string[];
  /** The files of letters with their marks. */
  readonly marked: ReadonlyMap<string, ReadonlySet<FontData>>;
  /** Code points that a file contains although its ranges do not include them, by `getFontKey`. */
  readonly beyondRanges: ReadonlyMap<string, ReadonlySet<number>>;
  /** Returns the fallback chain of families for text in these families and this language. */
  readonly getChain: (families: readonly FontFamily[], language: HanLanguage | undefined) => readonly FontFamily[];
  readonly getName: (family: FontFamily) => string;
  /** The text style that elements inherit by default. */
  readonly root: TextStyle;
}

/** Returns a function that chooses the font files a tree's texts need, by Unicode range. */
export const createFontChooser = (files: FontFiles) => {
  const findFont = fontFinder(files);

  /**
   * @param language for Han characters in text without `lang`.
   * @throws FontsNotReady
   */
  return (demands: readonly FontDemand[], language: HanLanguage, root: TextStyle): FontChoice => {
    const lacking = newLacking();
    const chosen = new Map<string, ChosenFont>();
    const beyondRanges = new Map<string, Set<number>>();
    const missing = new Set<string>();
    const marked = new Map<string, Set<FontData>>();
    const preferEastAsian = isEastAsian(demands.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join(''));
    const getChain: FontChoice['getChain'] = (families, own) =>
      fallbackChain(families, own ?? language, preferEastAsian);
    const note = (font: ChosenFont, characters: readonly number[]): void => {
      const key = getFontKey(font);
      chosen.set(key, font);
      const beyond = characters.filter((character) => !includes(font.ranges, character));
      if (beyond.length > 0) beyondRanges.set(key, new Set([...(beyondRanges.get(key) ?? []), ...beyond]));
    };
    /** Returns the texts, each a character or a letter with its marks, that no file has. */
    const chooseFor = (style: TextStyle, texts: Iterable<string>): string[] => {
      const chain = getChain(style.families, style.language);
      return [...texts].filter((text) => {
        const characters = Array.from(text, (character) => character.codePointAt(0) as number);
        const found = findFont(characters, style, chain, lacking);
        if (found && found !== 'lacking') {
          note(found, characters);
          if (characters.length > 1) marked.set(text, (marked.get(text) ?? new Set()).add(found.data));
        }
        return !found;
      });
    };
    for (const { style, codePoints, clusters } of demands) {
      const apart = chooseFor(style, clusters);
      const characters = Array.from(codePoints, (codePoint) => String.fromCodePoint(codePoint));
      for (const text of [...apart, ...chooseFor(style, characters)]) missing.add(text);
      // what a file has of those is rendered
      chooseFor(style, apart.join(''));
    }
    if (lacking.faces.size + lacking.packs.size > 0)
      throw new FontsNotReady([...lacking.faces.values()], [...lacking.packs]);
    const order = getChain(root.families, language);
    const custom = new Set(root.own.flatMap(({ name, files }) => (files ? name.toLowerCase() : [])));
    return {
      fonts: inOrder(chosen, order),
      missing: [...missing],
      marked,
      beyondRanges,
      getChain,
      // A custom font takes precedence, so a catalogue family with the same name is renamed.
      getName: ({ name, files }) => (files || !custom.has(name.toLowerCase()) ? name : `${name} of the catalogue`),
      root,
    };
  };
};

/** Returns a key of a file and the name under which it is used. */
export const getFontKey = ({ family, face }: Pick<ChosenFont, 'family' | 'face'>): string =>
  `${family.name}/${faceKey(face)}`;

/** Returns the bytes of custom fonts and packs, plus 1. All renders share core families, so they do not count. */
export const getCustomFontBytes = (fonts: readonly ChosenFont[]): number =>
  fonts.reduce((sum, { family, data }) => sum + (family.files || family.pack ? data.data.byteLength : 0), 1);

const faceKey = ({ id, subset, weight, style }: FontFace): string => `${id}/${subset}/${weight}/${style}`;

/** Sorts fonts by the order of the chain; the main file of a family comes first. */
const inOrder = (chosen: ReadonlyMap<string, ChosenFont>, chain: readonly FontFamily[]): ChosenFont[] => {
  const rank = ({ family }: ChosenFont) => chain.indexOf(family) + 1 || chain.length;
  return [...chosen.entries()]
    .sort(([keyA, a], [keyB, b]) => rank(a) - rank(b) || Number(b.isMain) - Number(a.isMain) || (keyA < keyB ? -1 : 1))
    .map(([, font]) => font);
};

/** Returns a function that finds the file with glyphs for all of some characters: a letter and its marks. */
const fontFinder = (files: FontFiles) => {
  // Bounded by the number of families in the catalogue.
  const packages = new Map<string, IndexedPackage | undefined>();
  const getPackage = (id: string) => {
    if (packages.has(id)) return packages.get(id);
    const described = files.describe(id);
    const indexed = described && indexPackage(described);
    packages.set(id, indexed);
    return indexed;
  };

  const packs = new WeakMap<PackedFonts, IndexedPackage>();
  const getPack = (hash: string, lacking: Lacking) => {
    const pack = files.openPack(hash);
    if (pack === 'lacking') {
      lacking.packs.add(hash);
      return pack;
    }
    const described = packs.get(pack) ?? indexPackage(pack.described);
    packs.set(pack, described);
    return { described, load: pack.load };
  };
  const open = ({ id, pack }: FontFamily, lacking: Lacking) => {
    if (pack !== undefined) return getPack(pack, lacking);
    const described = getPackage(id);
    return described && { described, load: files.load };
  };

  /**
   * Returns the file of a family that has glyphs for the characters, at the nearest weight.
   *
   * @param isInRange whether to open only files whose ranges include the first character; some contain more.
   */
  const findFace = (
    family: FontFamily,
    characters: readonly number[],
    { weight, isItalic }: TextStyle,
    isInRange: boolean,
    lacking: Lacking,
  ) => {
    const opened = open(family, lacking);
    if (!opened || opened === 'lacking') return opened;
    const { described, load } = opened;
    const style = isItalic && described.styles.includes('italic') ? 'italic' : 'normal';
    for (const { subset, ranges } of described.subsets) {
      if (isInRange && !includes(ranges, characters[0] as number)) continue;
      const weights = described.weights.filter((own) => family.weights?.includes(own) ?? true);
      const face: FontFace = {
        id: family.id,
        subset,
        weight: findNearestWeight(weights, family.weight ?? weight),
        style,
      };
      const data = load(face);
      if (data === 'lacking') {
        lacking.faces.set(faceKey(face), face);
        return data;
      }
      const isMain = subset === described.mainSubset;
      if (data && hasAll(data, characters)) return { family, face, data, isMain, part: subset, ranges };
    }
    return undefined;
  };

  /** Returns the first face of a custom family that has glyphs for the characters. */
  const findCustomFace = (
    family: FontFamily,
    characters: readonly number[],
    { weight, isItalic }: TextStyle,
    lacking: Lacking,
  ) => {
    let isLacking = false;
    for (const [index, face] of getCustomFaces(family, weight, isItalic).entries()) {
      const data = files.loadOwn(face);
      if (data === 'lacking') {
        isLacking = true;
        lacking.faces.set(faceKey(face), face);
        continue;
      }
      const isMain = index === 0;
      // Other files serve only the characters that are taken from them.
      const ranges = isMain ? data.coverage : [];
      if (hasAll(data, characters)) return { family, face, data, isMain, part: String(index + 1), ranges };
    }
    return isLacking ? 'lacking' : undefined;
  };

  return (
    characters: readonly number[],
    style: TextStyle,
    chain: readonly FontFamily[],
    lacking: Lacking,
  ): ChosenFont | 'lacking' | undefined => {
    for (const family of chain) {
      if (family !== chain[0] && isForOtherScript(family, characters[0] as number)) continue;
      if (isApart(family, characters)) continue;
      const found = family.files
        ? findCustomFace(family, characters, style, lacking)
        : findFace(family, characters, style, true, lacking);
      if (found) return found;
    }
    for (const family of symbolFamilies) {
      const found = findFace(family, characters, style, false, lacking);
      if (found) return found;
    }
    return undefined;
  };
};

const ofHan: ReadonlySet<FontFamily> = new Set(Object.values(hanFamilies));

/** Returns whether a family is large and has no marks for a letter: those for Han are, of all other letters. */
const isApart = (family: FontFamily, [letter = 0, ...marks]: readonly number[]): boolean =>
  marks.length > 0 && ofHan.has(family) && !isEastAsian(String.fromCodePoint(letter));

const hasAll = (data: FontData, characters: readonly number[]): boolean => characters.every(data.has);

/** Faces of custom fonts by `faceKey`, and hashes of packs, whose bytes are not available yet. */
interface Lacking {
  readonly faces: Map<string, FontFace>;
  readonly packs: Set<string>;
}
const newLacking = (): Lacking => ({ faces: new Map(), packs: new Set() });

interface IndexedPackage extends FontPackage {
  readonly subsets: readonly { readonly subset: string; readonly ranges: CodePointRanges }[];
}

const indexPackage = (described: FontPackage): IndexedPackage => ({
  ...described,
  subsets: Object.entries(described.ranges).map(([subset, ranges]) => ({
    subset,
    ranges: parseUnicodeRanges(ranges),
  })),
});

/** Returns the requested families, followed by all fallbacks. */
const fallbackChain = (
  families: readonly FontFamily[],
  language: HanLanguage,
  preferEastAsian: boolean,
): FontFamily[] => {
  const others = (Object.keys(hanFamilies) as HanLanguage[]).filter((name) => name !== language);
  const han = [language, ...others].map((name) => hanFamilies[name]);
  const scripts = scriptFamilies.map(({ family }) => family);
  const last = preferEastAsian ? [...han, ...symbolFamilies] : [...symbolFamilies, ...han];
  const ofKind = families.flatMap(({ kind }) => kindFallbacks[kind] ?? []);
  return [...new Set([...families, ...ofKind, baseFamily, ...scripts, ...last])];
};

const scriptByFamily: ReadonlyMap<FontFamily, RegExp> = new Map(
  scriptFamilies.map(({ family, script }) => [family, script]),
);

/** Returns whether a family is for a script to which the character does not belong, so that it can be skipped. */
const isForOtherScript = (family: FontFamily, codePoint: number): boolean =>
  scriptByFamily.get(family)?.test(String.fromCodePoint(codePoint)) === false;
