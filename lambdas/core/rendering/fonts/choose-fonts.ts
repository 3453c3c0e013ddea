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
import { customFaces, FontsLacking } from './custom-fonts.ts';
import type { FontDemand } from './font-demand.ts';
import type { FontData, FontFace, FontFiles, FontPackage, PackedFonts } from './font-files.ts';
import { isEastAsian } from './han.ts';
import { nearestWeight } from './nearest-weight.ts';
import type { TextStyle } from './text-style.ts';

/** A file some text needs. */
export interface ChosenFont {
  readonly family: FontFamily;
  readonly face: FontFace;
  readonly data: FontData;
  /** Whether it holds the basic letters of its family. */
  readonly isMain: boolean;
  /** What tells it from other files of its family that are not main. */
  readonly part: string;
  /** What of Unicode its family's files leave to it, as in CSS. */
  readonly ranges: CodePointRanges;
}

export interface FontChoice {
  /** Every file the tree's texts need, in the order in which text falls back to them. */
  readonly fonts: readonly ChosenFont[];
  /** Characters that no file has. */
  readonly missing: readonly string[];
  /** Characters taken from a file although its ranges do not name them, by `faceKey`. */
  readonly beyondRanges: ReadonlyMap<string, ReadonlySet<number>>;
  /** All families that text asking for some, in a language, is taken from, in order. */
  readonly getChain: (families: readonly FontFamily[], language: HanLanguage | undefined) => readonly FontFamily[];
  /** The name engines know a family by. */
  readonly getName: (family: FontFamily) => string;
  /** What text outside all that names fonts is set in. */
  readonly root: TextStyle;
}

/** Makes the function that chooses the font files a tree's texts need, and no others. A family lies in files by Unicode range. */
export const fontChooser = (files: FontFiles) => {
  const findFont = fontFinder(files);

  /**
   * @param language what Han characters are taken for where no `lang` says.
   * @throws FontsLacking
   */
  return (demands: readonly FontDemand[], language: HanLanguage, root: TextStyle): FontChoice => {
    const lacking = nothingLacking();
    const chosen = new Map<string, ChosenFont>();
    const beyondRanges = new Map<string, Set<number>>();
    const missing = new Set<number>();
    const preferEastAsian = isEastAsian(demands.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join(''));
    const getChain: FontChoice['getChain'] = (families, own) =>
      fallbackChain(families, own ?? language, preferEastAsian);
    for (const { style, codePoints } of demands) {
      const chain = getChain(style.families, style.language);
      for (const codePoint of codePoints) {
        const found = findFont(codePoint, style, chain, lacking);
        if (found === 'lacking') continue;
        if (!found) {
          missing.add(codePoint);
          continue;
        }
        const key = getFontKey(found);
        chosen.set(key, found);
        if (includes(found.ranges, codePoint)) continue;
        beyondRanges.set(key, (beyondRanges.get(key) ?? new Set()).add(codePoint));
      }
    }
    if (lacking.faces.size + lacking.packs.size > 0)
      throw new FontsLacking([...lacking.faces.values()], [...lacking.packs]);
    const order = getChain(root.families, language);
    const custom = new Set(root.own.flatMap(({ name, files }) => (files ? name.toLowerCase() : [])));
    return {
      fonts: inOrder(chosen, order),
      missing: [...missing].map((codePoint) => String.fromCodePoint(codePoint)),
      beyondRanges,
      getChain,
      // a custom font takes precedence, so a family of the catalogue with the same name gets another one
      getName: ({ name, files }) => (files || !custom.has(name.toLowerCase()) ? name : `${name} of the catalogue`),
      root,
    };
  };
};

/** A key for each file under each name it is asked for by. */
export const getFontKey = ({ family, face }: Pick<ChosenFont, 'family' | 'face'>): string =>
  `${family.name}/${faceKey(face)}`;

/**
 * Returns the bytes of the custom fonts and packs in a list, plus 1. Core families are not counted, because all renders
 * share them.
 */
export const getCustomFontBytes = (fonts: readonly ChosenFont[]): number =>
  fonts.reduce((sum, { family, data }) => sum + (family.files || family.pack ? data.data.byteLength : 0), 1);

/** A key for each file. */
const faceKey = ({ id, subset, weight, style }: FontFace): string => `${id}/${subset}/${weight}/${style}`;

/** Families of the chain first, in its order; the file with the basic letters before others of its family. */
const inOrder = (chosen: ReadonlyMap<string, ChosenFont>, chain: readonly FontFamily[]): ChosenFont[] => {
  const rank = ({ family }: ChosenFont) => chain.indexOf(family) + 1 || chain.length;
  return [...chosen.entries()]
    .sort(([keyA, a], [keyB, b]) => rank(a) - rank(b) || Number(b.isMain) - Number(a.isMain) || (keyA < keyB ? -1 : 1))
    .map(([, font]) => font);
};

/** Finds the file with a glyph for a character. */
const fontFinder = (files: FontFiles) => {
  // no more than the catalogue has families
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
   * The file of a family that has a glyph for the character, at the weight nearest to the one asked for.
   *
   * @param promised whether only files are opened whose ranges name the character; some hold more than they name.
   */
  const findFace = (
    family: FontFamily,
    codePoint: number,
    { weight, isItalic }: TextStyle,
    promised: boolean,
    lacking: Lacking,
  ) => {
    const opened = open(family, lacking);
    if (!opened || opened === 'lacking') return opened;
    const { described, load } = opened;
    const style = isItalic && described.styles.includes('italic') ? 'italic' : 'normal';
    for (const { subset, ranges } of described.subsets) {
      if (promised && !includes(ranges, codePoint)) continue;
      const weights = described.weights.filter((own) => family.weights?.includes(own) ?? true);
      const face: FontFace = { id: family.id, subset, weight: nearestWeight(weights, family.weight ?? weight), style };
      const data = load(face);
      if (data === 'lacking') {
        lacking.faces.set(faceKey(face), face);
        return data;
      }
      const isMain = subset === described.mainSubset;
      if (data?.has(codePoint)) return { family, face, data, isMain, part: subset, ranges };
    }
    return undefined;
  };

  /** Returns the first face of a custom family that has a glyph for the character. */
  const findCustomFace = (family: FontFamily, codePoint: number, { weight, isItalic }: TextStyle, lacking: Lacking) => {
    let isLacking = false;
    for (const [index, face] of customFaces(family, weight, isItalic).entries()) {
      const data = files.loadOwn(face);
      if (data === 'lacking') {
        isLacking = true;
        lacking.faces.set(faceKey(face), face);
        continue;
      }
      const isMain = index === 0;
      // of the others only what is taken from them
      const ranges = isMain ? data.coverage : [];
      if (data.has(codePoint)) return { family, face, data, isMain, part: String(index + 1), ranges };
    }
    return isLacking ? 'lacking' : undefined;
  };

  return (
    codePoint: number,
    style: TextStyle,
    chain: readonly FontFamily[],
    lacking: Lacking,
  ): ChosenFont | 'lacking' | undefined => {
    for (const family of chain) {
      if (family !== chain[0] && isForOthers(family, codePoint)) continue;
      const found = family.files
        ? findCustomFace(family, codePoint, style, lacking)
        : findFace(family, codePoint, style, true, lacking);
      if (found) return found;
    }
    for (const family of symbolFamilies) {
      const found = findFace(family, codePoint, style, false, lacking);
      if (found) return found;
    }
    return undefined;
  };
};

/** Faces of custom fonts whose bytes are asked for, by `faceKey`, and hashes of packs. */
interface Lacking {
  readonly faces: Map<string, FontFace>;
  readonly packs: Set<string>;
}
const nothingLacking = (): Lacking => ({ faces: new Map(), packs: new Set() });

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

/** Every family text may be rendered from, the ones asked for first. */
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

const getScript: ReadonlyMap<FontFamily, RegExp> = new Map(
  scriptFamilies.map(({ family, script }) => [family, script]),
);

/** Whether a family is made for a script that the character is not of: then it is not worth asking for it. */
const isForOthers = (family: FontFamily, codePoint: number): boolean =>
  getScript.get(family)?.test(String.fromCodePoint(codePoint)) === false;
