import { type CodePointRanges, getCoverage, includes } from '../coverage.ts';
import { getAxes, hasItalicAxis } from './axes.ts';
import { checkMetrics } from './check-metrics.ts';
import { FontProblem, FontTable, type FontTables, fontTables } from './font-tables.ts';
import { familyIn, sharedFamily } from './names.ts';
import { tooLarge, unpackedBytes, unpackWoff } from './woff.ts';

/** What a font file says of itself. */
export interface ReadFont {
  /** '' where it says nothing. */
  readonly family: string;
  /** Lowest and highest weight; the same for a font that has one. */
  readonly weights: readonly [number, number];
  readonly styles: readonly FontSlope[];
  readonly isVariable: boolean;
  /** Scripts it has letters of. */
  readonly scripts: readonly string[];
}

export type FontSlope = 'normal' | 'italic';

/** Letters that a font must have for a script to count as supported, by the script's Unicode name. */
const getLetters: Readonly<Record<string, string>> = {
  Latin: 'aZ',
  Greek: 'αΩ',
  Cyrillic: 'аЯ',
  Armenian: 'ա',
  Georgian: 'ა',
  Hebrew: 'א',
  Arabic: 'ا',
  Devanagari: 'अ',
  Bengali: 'অ',
  Gurmukhi: 'ਅ',
  Gujarati: 'અ',
  Tamil: 'அ',
  Telugu: 'అ',
  Kannada: 'ಅ',
  Malayalam: 'അ',
  Sinhala: 'අ',
  Thai: 'ก',
  Lao: 'ກ',
  Myanmar: 'က',
  Khmer: 'ក',
  Ethiopic: 'አ',
  Hiragana: 'あ',
  Katakana: 'ア',
  Hangul: '가',
  Han: '一人',
};

const scriptsIn = (ranges: CodePointRanges): string[] =>
  Object.entries(getLetters)
    .filter(([, letters]) => [...letters].every((letter) => includes(ranges, letter.codePointAt(0) as number)))
    .map(([script]) => script);

const needed = ['head', 'hhea', 'hmtx', 'maxp', 'cmap'];
const outlines = ['glyf', 'CFF ', 'CFF2'];

const clampWeight = (weight: number): number => Math.min(1_000, Math.max(1, Math.round(weight)));

/** Source: OpenType specification, "OS/2" and "head". */
const getStyle = (tables: FontTables): { weight: number; isItalic: boolean } => {
  const [os2, head] = [tables('OS/2'), tables('head')];
  const mac = head?.uint16(44) ?? 0;
  if (!os2) return { weight: mac & 1 ? 700 : 400, isItalic: (mac & 2) !== 0 };
  const [weight, selection] = [os2.uint16(4), os2.uint16(62)];
  return { weight: clampWeight(weight), isItalic: (selection & 0x201) !== 0 || (mac & 2) !== 0 };
};

/**
 * Reads what a plain OpenType font says of itself, trusting nothing.
 *
 * @throws FontProblem saying why it is no font that can be rendered with.
 */
export const readFont = (font: Uint8Array): ReadFont => {
  const tables = fontTables(font);
  const missing = needed.filter((tag) => !tables(tag));
  if (missing.length > 0) throw new FontProblem(`The font has no table ${missing.join(', ')}.`);
  if (!outlines.some((tag) => tables(tag)))
    throw new FontProblem('The font holds no outlines, such as fonts of images.');
  if ((tables('maxp') as FontTable).uint16(4) === 0) throw new FontProblem('The font has no glyphs.');
  checkMetrics(font);
  const ranges = getCoverage(font);
  if (ranges.length === 0) throw new FontProblem('The font has no characters of Unicode.');

  const axes = getAxes(tables);
  const { weight, isItalic } = getStyle(tables);
  const wght = axes.find(({ tag }) => tag === 'wght');
  return {
    family: sharedFamily(familyIn(tables('name')), wght ? 'variable' : weight),
    weights: wght ? [clampWeight(wght.min), clampWeight(wght.max)] : [weight, weight],
    styles: isItalic ? ['italic'] : hasItalicAxis(axes) ? ['normal', 'italic'] : ['normal'],
    isVariable: axes.length > 0,
    scripts: scriptsIn(ranges),
  };
};

/** Unpacks WOFF2, by a library: its tables are rewritten as well as packed. */
export type UnpackWoff2 = (bytes: Uint8Array) => Promise<Uint8Array>;

/**
 * The plain OpenType font in a file of any of the four kinds.
 *
 * @throws FontProblem
 */
export const unpackFont = async (file: Uint8Array, unpackWoff2: UnpackWoff2): Promise<Uint8Array> => {
  const kind = new FontTable(file, 'The file').tag(0);
  if (kind === 'wOFF') return new Uint8Array(unpackWoff(file));
  if (kind === 'wOF2') return unpackedByLibrary(file, unpackWoff2);
  if (kind === 'ttcf') throw new FontProblem('This is a collection of fonts; send each of them alone.');
  if (!['\0\x01\0\0', 'OTTO', 'true'].includes(kind)) throw new FontProblem('This is no TTF, OTF, WOFF or WOFF2.');
  return file;
};

const unpackedByLibrary = async (file: Uint8Array, unpackWoff2: UnpackWoff2): Promise<Uint8Array> => {
  // the library allocates the size that the header states
  if (new FontTable(file, 'The WOFF2 file').uint32(16) > unpackedBytes) throw new FontProblem(tooLarge);
  let font: Uint8Array;
  try {
    font = await unpackWoff2(file);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    throw new FontProblem('The WOFF2 file cannot be unpacked.');
  }
  if (font.length > unpackedBytes) throw new FontProblem(tooLarge);
  return font;
};
