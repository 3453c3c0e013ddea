import { FontProblem, type FontTables } from './font-tables.ts';

export interface FontAxis {
  readonly tag: string;
  readonly min: number;
  readonly initial: number;
  readonly max: number;
}

/** Real fonts have up to thirteen. */
const maxAxes = 64;

/** Returns the axes of a variable font; an empty list for any other. Source: OpenType specification, "fvar". */
export const getAxes = (tables: FontTables): FontAxis[] => {
  const fvar = tables('fvar');
  if (!fvar) return [];
  const [first, count, size] = [fvar.uint16(4), fvar.uint16(8), fvar.uint16(10)];
  if (count > maxAxes || size < 20) throw new FontProblem('The table fvar is none.');
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * size;
    const [min, initial, max] = [fvar.fixed(at + 4), fvar.fixed(at + 8), fvar.fixed(at + 12)];
    if (!(min <= initial && initial <= max))
      throw new FontProblem('The table fvar has an axis that ends before it begins.');
    return { tag: fvar.tag(at), min, initial, max };
  });
};

/** Returns the axis settings of the italic style; undefined if the font has none. */
const getItalic = (axes: readonly FontAxis[]): Readonly<Record<string, number>> | undefined => {
  const ital = axes.find(({ tag, max }) => tag === 'ital' && max >= 1);
  if (ital) return { ital: ital.max };
  const slnt = axes.find(({ tag, min }) => tag === 'slnt' && min < 0);
  return slnt && { slnt: slnt.min };
};

export const hasItalicAxis = (axes: readonly FontAxis[]): boolean => getItalic(axes) !== undefined;

/** Returns the axis settings for a weight and slope; other axes have their default. */
export const getAxisValues = (axes: readonly FontAxis[], weight: number, isItalic: boolean): Record<string, number> => {
  const initial = Object.fromEntries(axes.map(({ tag, initial }) => [tag, initial]));
  const wght = axes.find(({ tag }) => tag === 'wght');
  return {
    ...initial,
    ...(wght && { wght: Math.min(wght.max, Math.max(wght.min, weight)) }),
    ...(isItalic && getItalic(axes)),
  };
};
