import { type CodePointRanges, getCoverage, includes } from '../coverage.ts';
import { getAxes, hasItalicAxis } from './axes.ts';
import { describeColours } from './colours.ts';
import { checkMetrics, FontProblem, FontTable, type FontTables, readFontTables } from './font-tables.ts';
import { getFamilyName, getSharedFamily } from './names.ts';
import { maxUnpackedBytes, tooLarge, unpackWoff } from './woff.ts';

/** Metadata of a font file. */
export interface ReadFont {
  /** '' if the file has none. */
  readonly family: string;
  /** Lowest and highest weight; equal for a font with one weight. */
  readonly weights: readonly [number, number];
  readonly styles: readonly FontSlope[];
  readonly isVariable: boolean;
  readonly scripts: readonly string[];
  /** What is lost of its colours, for its uploader. */
  readonly warnings: readonly string[];
}

export type FontSlope = 'normal' | 'italic';

/** Letters that a font must have for a script to count as supported, by Unicode script name. */
const lettersByScript: Readonly<Record<string, string>> = {
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
  Object.entries(lettersByScript)
    .filter(([, letters]) => [...letters].every((letter) => includes(ranges, letter.codePointAt(0) as number)))
    .map(([script]) => script);

const requiredTables = ['head', 'hhea', 'hmtx', 'maxp', 'cmap'];
const outlineTables = ['glyf', 'CFF ', 'CFF2'];

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
 * Reads the metadata of an uncompressed, untrusted OpenType font.
 *
 * @throws FontProblem if it cannot be used for rendering.
 */
export const readFont = (font: Uint8Array): ReadFont => {
  const tables = readFontTables(font);
  const missing = requiredTables.filter((tag) => !tables(tag));
  if (missing.length > 0) throw new FontProblem(`The font has no table ${missing.join(', ')}.`);
  if (!outlineTables.some((tag) => tables(tag)))
    throw new FontProblem('The font holds no outlines, such as fonts of images.');
  if ((tables('maxp') as FontTable).uint16(4) === 0) throw new FontProblem('The font has no glyphs.');
  checkMetrics(font);
  const ranges = getCoverage(font);
  if (ranges.length === 0) throw new FontProblem('The font has no characters of Unicode.');

  const colours = describeColours(tables);
  const axes = getAxes(tables);
  const { weight, isItalic } = getStyle(tables);
  const wght = axes.find(({ tag }) => tag === 'wght');
  return {
    family: getSharedFamily(getFamilyName(tables('name')), wght ? 'variable' : weight),
    weights: wght ? [clampWeight(wght.min), clampWeight(wght.max)] : [weight, weight],
    styles: isItalic ? ['italic'] : hasItalicAxis(axes) ? ['normal', 'italic'] : ['normal'],
    isVariable: axes.length > 0,
    scripts: scriptsIn(ranges),
    warnings: colours === undefined ? [] : [colours],
  };
};

/** Unpacks WOFF2 with a library, because its tables are transformed as well as compressed. */
export type UnpackWoff2 = (bytes: Uint8Array) => Promise<Uint8Array>;

/**
 * Returns the uncompressed OpenType font in a TTF, OTF, WOFF or WOFF2 file.
 *
 * @throws FontProblem
 */
export const unpackFont = async (file: Uint8Array, unpackWoff2: UnpackWoff2): Promise<Uint8Array> => {
  const kind = new FontTable(file, 'The file').tag(0);
  if (kind === 'wOFF') return new Uint8Array(unpackWoff(file));
  if (kind === 'wOF2') return unpackWithLibrary(file, unpackWoff2);
  if (kind === 'ttcf') throw new FontProblem('This is a collection of fonts; send each of them alone.');
  if (!['\0\x01\0\0', 'OTTO', 'true'].includes(kind)) throw new FontProblem('This is no TTF, OTF, WOFF or WOFF2.');
  return file;
};

const unpackWithLibrary = async (file: Uint8Array, unpackWoff2: UnpackWoff2): Promise<Uint8Array> => {
  // The library allocates the size in the header.
  if (new FontTable(file, 'The WOFF2 file').uint32(16) > maxUnpackedBytes) throw new FontProblem(tooLarge);
  let font: Uint8Array;
  try {
    font = await unpackWoff2(file);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    throw new FontProblem('The WOFF2 file cannot be unpacked.');
  }
  if (font.length > maxUnpackedBytes) throw new FontProblem(tooLarge);
  return font;
};
