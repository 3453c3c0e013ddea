import type { FontTable } from './font-tables.ts';

/** Name IDs. Source: OpenType specification, "name". */
const [familyId, typographicFamilyId] = [1, 16];
const english = 0x0409;
/** Maximum characters of a family name, because it is written into style sheets. */
const maxCharacters = 100;

const decoders = { unicode: new TextDecoder('utf-16be'), mac: new TextDecoder('macintosh') };

/** Returns a record of a family name; the one with the highest rank is used. */
const recordAt = (table: FontTable, at: number) => {
  const field = (offset: number) => table.uint16(at + offset);
  const [platform, language, id] = [field(0), field(4), field(6)];
  if (id !== familyId && id !== typographicFamilyId) return undefined;
  const bytes = table.part(table.uint16(4) + field(10), field(8));
  const name = normaliseFamily((platform === 1 ? decoders.mac : decoders.unicode).decode(bytes));
  const rank = (id === typographicFamilyId ? 4 : 0) + (language === english ? 2 : 0) + (platform === 3 ? 1 : 0);
  return name === '' ? undefined : { name, rank };
};

/** Returns a name without quotes, commas and invisible characters, so that it can be part of a list of families. */
export const normaliseFamily = (name: string): string =>
  name
    .replace(/[\p{C}"',;\\{}<>]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, maxCharacters);

/** Returns the family name in a font, preferably in English; '' if there is none. */
export const getFamilyName = (table: FontTable | undefined): string => {
  let best = { name: '', rank: -1 };
  const records = table?.counted(table.uint16(2), 6, 12) ?? 0;
  for (let index = 0; table && index < records; index += 1) {
    const record = recordAt(table, 6 + index * 12);
    if (record && record.rank > best.rank) best = record;
  }
  return best.name;
};

export const weightNames: Readonly<Record<string, number>> = {
  ...{ thin: 100, hairline: 100, extralight: 200, ultralight: 200, light: 300, book: 400, regular: 400, medium: 500 },
  ...{ semibold: 600, demibold: 600, bold: 700, extrabold: 800, ultrabold: 800, black: 900, heavy: 900 },
};

/** A weight at the end of a family name: `Lato Black`, `Geist-Medium`, `Poppins Semi Bold`. */
const weightAtEnd = new RegExp(
  `[\\s_-]?\\b((?:extra|ultra|semi|demi)[\\s_-]?(?:light|bold)|${Object.keys(weightNames).join('|')}|[1-9]00)$`,
  'i',
);

/** Splits a name into family and weight; undefined if it does not end with a weight. */
export const splitFamilyAndWeight = (
  name: string,
): { readonly family: string; readonly weight: number } | undefined => {
  const [end = '', word = ''] = weightAtEnd.exec(name) ?? [];
  const weight = weightNames[word.toLowerCase().replaceAll(/[\s_-]/g, '')] ?? (Number(word) || undefined);
  const family = name.slice(0, name.length - end.length);
  return weight === undefined || family === '' ? undefined : { family, weight };
};

/** Returns the name of the family to which a file belongs: many fonts append their weight to it. */
export const getSharedFamily = (name: string, weight: number | 'variable'): string => {
  if (weight === 'variable') return name.replace(/[\s_-](?:variable|vf)$/i, '');
  const named = splitFamilyAndWeight(name);
  return named?.weight === weight ? named.family : name;
};
