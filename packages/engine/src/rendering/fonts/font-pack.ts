import { formatThousands } from '../../thousands.ts';
import { getCoverage } from './coverage.ts';
import type { FontFace, FontPackage } from './font-files.ts';
import { findNearestWeight } from './nearest-weight.ts';
import { FontProblem, FontTable } from './opentype/font-tables.ts';
import { unpackWoff } from './opentype/woff.ts';

/** The files of an `@fontsource` package that a font pack needs. */
export interface PackageContent {
  /** `metadata.json`. */
  readonly metadata: Uint8Array;
  /** `unicode.json`: the Unicode ranges of the subsets. */
  readonly unicode: Uint8Array;
  readonly licence: Uint8Array;
  /** WOFF files by name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The part of `metadata.json` that a pack or an index needs. */
export interface PackageMetadata extends Omit<FontPackage, 'ranges'> {
  readonly id: string;
  readonly family: string;
  /** `sans-serif`, `serif`, `monospace`, `display`, `handwriting`, ... */
  readonly category: string;
}

export interface FontPack {
  readonly described: FontPackage;
  /** Returns the WOFF file of a face; undefined if there is none. */
  readonly find: (face: Omit<FontFace, 'id'>) => Uint8Array | undefined;
}

/** `IUFP`. */
const magic = 0x49554650;
const formatVersion = 1;
/** Magic, format version, length of the header. */
const prefixBytes = 12;

/**
 * Maximum bytes of WOFF files in a pack, because render workers hold packs in memory. Only the weights 400 and 700 of a
 * larger family are packed.
 */
export const maxPackBytes = 24_000_000;
const weightsOfLargeFamilies = [400, 700];

interface PackHeader extends FontPackage {
  readonly licence: string;
  /** Subset, weight, style, offset after the header, and length of each file. */
  readonly files: readonly (readonly [subset: string, weight: number, style: string, at: number, length: number])[];
}

/** Weights times styles of a family, and its subsets; several times those of the largest one. */
const mostFaces = 100;
const mostSubsets = 1_000;

const isText = (value: unknown): value is string => typeof value === 'string';
const areAll = <T>(value: unknown, isValid: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every(isValid);
const isWeight = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 1_000;

/** Parses a JSON file; anything that is no object has no properties. @throws FontProblem */
const parseJson = (bytes: Uint8Array, label: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    throw new FontProblem(`${label} is not valid.`);
  }
};

/** Parses the `metadata.json` of an `@fontsource` package. @throws FontProblem */
export const readMetadata = (bytes: Uint8Array): PackageMetadata => {
  const { id, family, category, weights, styles, defSubset } = parseJson(bytes, 'metadata.json');
  const areNamed = isText(id) && isText(family) && isText(defSubset);
  if (!areNamed || !areAll(weights, isWeight) || !areAll(styles, isText) || weights.length * styles.length > mostFaces)
    throw new FontProblem('metadata.json is not valid.');
  return { id, family, category: isText(category) ? category : '', weights, styles, mainSubset: defSubset };
};

/** Parses the `unicode.json` of an `@fontsource` package. @returns CSS ranges by subset. @throws FontProblem */
export const readRanges = (bytes: Uint8Array): Record<string, string> => {
  const ranges: Record<string, string> = {};
  const entries = Object.entries(parseJson(bytes, 'unicode.json'));
  if (entries.length > mostSubsets) throw new FontProblem('unicode.json is not valid.');
  for (const [name, value] of entries) {
    if (!isText(value)) throw new FontProblem('unicode.json is not valid.');
    // Numbered ranges are `[12]` in `unicode.json` and `12` in file names.
    ranges[name.replace(/^\[(\d+)\]$/, '$1')] = value;
  }
  return ranges;
};

const toHex = (codePoint: number) => codePoint.toString(16).toUpperCase();

/** Returns the Unicode ranges of a WOFF file's characters, written as in CSS. @throws FontProblem */
const readFileRanges = (woff: Uint8Array): string => {
  const ranges = getCoverage(unpackWoff(woff));
  const starts = ranges.filter((_, index) => index % 2 === 0);
  return starts.map((start, index) => `U+${toHex(start)}-${toHex(ranges[index * 2 + 1] ?? start)}`).join(',');
};

const sumBytes = (files: readonly { readonly bytes: Uint8Array }[]) =>
  files.reduce((total, { bytes }) => total + bytes.length, 0);

/**
 * Packs all faces of a family into one file: a JSON header, then the WOFF files. Equal content gives equal bytes.
 *
 * @throws FontProblem if the content is invalid or too large.
 */
export const packFonts = ({ metadata, unicode, licence, files }: PackageContent): Uint8Array => {
  const { id, family, weights, styles, mainSubset } = readMetadata(metadata);
  const ranges = readRanges(unicode);
  // a package without ranges has each face in one file, named by the main subset
  const isWhole = Object.keys(ranges).length === 0;
  const faces = (isWhole ? [mainSubset] : Object.keys(ranges)).flatMap((subset) =>
    weights.flatMap((weight) =>
      styles.flatMap((style) => {
        const bytes = files.get(`${id}-${subset}-${weight}-${style}.woff`);
        return bytes ? [{ subset, weight, style, bytes }] : [];
      }),
    ),
  );
  const [first] = faces;
  if (!first) throw new FontProblem(`The package of ${family} has no WOFF files.`);
  if (isWhole) ranges[mainSubset] = readFileRanges(first.bytes);
  const packedWeights = new Set(
    sumBytes(faces) > maxPackBytes ? weightsOfLargeFamilies.map((one) => findNearestWeight(weights, one)) : weights,
  );
  const stored = faces.filter(({ weight }) => packedWeights.has(weight));
  if (sumBytes(stored) > maxPackBytes)
    throw new FontProblem(`${family} has more than ${formatThousands(maxPackBytes)} bytes.`);
  let at = 0;
  const header: PackHeader = {
    ranges,
    weights: weights.filter((weight) => packedWeights.has(weight)),
    styles,
    mainSubset,
    files: stored.map(({ subset, weight, style, bytes }) => {
      at += bytes.length;
      return [subset, weight, style, at - bytes.length, bytes.length] as const;
    }),
    licence: Buffer.from(licence).toString('utf8'),
  };
  const json = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(prefixBytes);
  for (const [index, value] of [magic, formatVersion, json.length].entries()) prefix.writeUInt32BE(value, index * 4);
  return new Uint8Array(Buffer.concat([prefix, json, ...stored.map(({ bytes }) => bytes)]));
};

/**
 * Opens a font pack. Its hash was verified, so it is as `packFonts` returned it. Its weights are those that have a file: a
 * package can name more.
 *
 * @throws FontProblem for another file.
 */
export const openFontPack = (bytes: Uint8Array): FontPack => {
  const table = new FontTable(bytes, 'The font pack');
  if (table.uint32(0) !== magic || table.uint32(4) !== formatVersion)
    throw new FontProblem('The font pack has an unknown format.');
  const length = table.uint32(8);
  const header = parseJson(table.part(prefixBytes, length), 'The font pack') as unknown as PackHeader;
  const { ranges, weights, styles, mainSubset, files } = header;
  const getKey = (subset: string, weight: number, style: string) => `${subset}/${weight}/${style}`;
  const byKey = new Map(
    files.map(([subset, weight, style, at, size]) => [
      getKey(subset, weight, style),
      table.part(prefixBytes + length + at, size),
    ]),
  );
  const packedWeights = new Set(files.map(([, weight]) => weight));
  return {
    described: { ranges, weights: weights.filter((weight) => packedWeights.has(weight)), styles, mainSubset },
    find: ({ subset, weight, style }) => byKey.get(getKey(subset, weight, style)),
  };
};
