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
import type { FontDemand } from './font-demand.ts';
import type { FontData, FontFace, FontFiles, FontMetrics, FontPackage } from './font-files.ts';
import { isEastAsian } from './han.ts';
import { fontKey, type TextStyle } from './text-style.ts';

export interface StyleMetrics {
  readonly first: FontMetrics | undefined;
  readonly of: (codePoint: number) => FontMetrics | undefined;
}

/** A font under the name the layout library knows it by. */
export interface NamedFont {
  readonly name: string;
  readonly weight: 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;
  readonly style: 'normal' | 'italic';
  readonly data: ArrayBuffer;
}

export interface FontChoice {
  /** The same array for the same fonts, so that the layout library parses them once. */
  readonly fonts: readonly NamedFont[];
  /** Names to put into `fontFamily` so that text asking for these families, in this language, gets them in order. */
  readonly namesFor: (families: readonly FontFamily[], language: HanLanguage | undefined) => string[];
  /**
   * Measures of the fonts a style's texts are drawn in: those of its first family, and for each character that of its own,
   * undefined where no font has it.
   */
  readonly metricsFor: (style: TextStyle) => StyleMetrics;
}

/**
 * Chooses the font files a tree's text needs, and no others. A family lies in files by Unicode range; the layout library
 * takes one file per family name, so each range gets a name of its own.
 *
 * @param language what Han characters are taken for where no `lang` says.
 */
export const fontChooser = (files: FontFiles) => {
  const packages = new Map<string, IndexedPackage | undefined>();
  const arrays = new Map<string, readonly NamedFont[]>();

  const packageOf = (id: string) => {
    if (!packages.has(id)) packages.set(id, indexPackage(files.describe(id)));
    return packages.get(id);
  };

  /**
   * The file of a family that has a glyph for the character, at the weight nearest to the one asked for.
   *
   * @param promised whether only files are opened whose ranges name the character; some hold more than they name.
   */
  const findFace = (family: FontFamily, codePoint: number, { weight, isItalic }: TextStyle, promised: boolean) => {
    const described = packageOf(family.id);
    if (!described) return undefined;
    for (const { subset, ranges } of described.subsets) {
      if (promised && !includes(ranges, codePoint)) continue;
      const style = isItalic && described.styles.includes('italic') ? 'italic' : 'normal';
      const weights = described.weights.filter((own) => family.weights?.includes(own) ?? true);
      const face: FontFace = { id: family.id, subset, weight: nearestWeight(weights, weight), style };
      const data = files.load(face);
      if (data?.has(codePoint)) return { family, face, data };
    }
    return undefined;
  };

  const findFont = (codePoint: number, style: TextStyle, chain: readonly FontFamily[]): Found | undefined => {
    for (const promised of [true, false]) {
      for (const family of promised ? familiesFor(codePoint, chain) : symbolFamilies) {
        const found = findFace(family, codePoint, style, promised);
        if (found) return found;
      }
    }
    return undefined;
  };

  return (demands: readonly FontDemand[], language: HanLanguage): FontChoice => {
    const chosen = new Map<string, Found>();
    const byStyle = new Map<string, Map<number, Found>>();
    const preferEastAsian = isEastAsian(demands.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join(''));
    for (const { style, codePoints } of demands) {
      const chain = fallbackChain(style.families, style.language ?? language, preferEastAsian);
      const ofStyle = new Map<number, Found>();
      byStyle.set(fontKey(style), ofStyle);
      for (const codePoint of codePoints) {
        const found = findFont(codePoint, style, chain);
        if (!found) continue;
        ofStyle.set(codePoint, found);
        const { family, face } = found;
        chosen.set(`${family.id}/${face.subset}/${face.weight}/${face.style}`, found);
      }
    }
    const order = fallbackChain([baseFamily], language, preferEastAsian);
    const rank = (family: FontFamily) => (order.indexOf(family) + 1 || order.length) * 2;
    const isMain = (face: FontFace) => packageOf(face.id)?.mainSubset === face.subset;
    const sorted = [...chosen.entries()].sort(
      ([keyA, a], [keyB, b]) =>
        rank(a.family) - rank(b.family) || Number(isMain(b.face)) - Number(isMain(a.face)) || (keyA < keyB ? -1 : 1),
    );
    const key = sorted.map(([name]) => name).join();
    let fonts = arrays.get(key);
    if (!fonts) {
      fonts = sorted.map(([, { family, face, data }]) => ({
        name: isMain(face) ? family.name : `${family.name} ${face.subset}`,
        weight: face.weight as NamedFont['weight'],
        style: face.style,
        data: data.data,
      }));
      if (arrays.size >= 64) arrays.clear();
      arrays.set(key, fonts);
    }
    const namesOf = (family: FontFamily) =>
      new Set(
        sorted
          .filter(([, { face }]) => face.id === family.id)
          .map(([, { face }]) => (isMain(face) ? family.name : `${family.name} ${face.subset}`)),
      );
    return {
      fonts,
      namesFor: (families, own) => [
        ...new Set(fallbackChain(families, own ?? language, preferEastAsian).flatMap((family) => [...namesOf(family)])),
      ],
      metricsFor: (style) => {
        const ofStyle = byStyle.get(fontKey(style));
        const first = ofStyle?.values().find(({ family }) => family === style.families[0]);
        return { first: first?.data.metrics, of: (codePoint) => ofStyle?.get(codePoint)?.data.metrics };
      },
    };
  };
};

interface Found {
  readonly family: FontFamily;
  readonly face: FontFace;
  readonly data: FontData;
}

interface IndexedPackage extends FontPackage {
  readonly subsets: readonly { readonly subset: string; readonly ranges: CodePointRanges }[];
}

const indexPackage = (described: FontPackage | undefined): IndexedPackage | undefined =>
  described && {
    ...described,
    subsets: Object.entries(described.ranges).map(([subset, ranges]) => ({
      subset,
      ranges: parseUnicodeRanges(ranges),
    })),
  };

/** Every family text may be drawn from, the ones asked for first. */
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

/** The part of a chain worth asking for a character: families made for another script are not. */
const familiesFor = (codePoint: number, chain: readonly FontFamily[]): FontFamily[] => {
  const char = String.fromCodePoint(codePoint);
  const own = new Set(scriptFamilies.filter(({ script }) => script.test(char)).map(({ family }) => family));
  const scripts = new Set(scriptFamilies.map(({ family }) => family));
  return chain.filter((family) => !scripts.has(family) || own.has(family) || family === chain[0]);
};

/** Nearest weight by the rules of CSS: 400 and 500 stand for each other, light goes lighter first, bold goes bolder first. */
export const nearestWeight = (available: readonly number[], wanted: number): number => {
  const sorted = [...available].sort((a, b) => a - b);
  const lighter = sorted.filter((weight) => weight < wanted).reverse();
  const bolder = sorted.filter((weight) => weight > wanted);
  if (sorted.includes(wanted)) return wanted;
  if (wanted >= 400 && wanted <= 500) {
    const upTo500 = bolder.filter((weight) => weight <= 500);
    return [...upTo500, ...lighter, ...bolder][0] ?? 400;
  }
  return (wanted < 400 ? [...lighter, ...bolder] : [...bolder, ...lighter])[0] ?? 400;
};
