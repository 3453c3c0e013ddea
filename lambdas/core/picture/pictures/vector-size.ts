/** What a vector picture says of its size: CSS pixels, both or neither, and proportions where it has them. */
export interface VectorSize {
  readonly width?: number;
  readonly height?: number;
  readonly hasProportions: boolean;
}

const pixelsPer: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  em: 16,
  rem: 16,
  ex: 8,
};

/** The size an `<svg>` names; a side it leaves out follows from its view box. */
export const vectorSize = ({ width, height, viewBox }: Readonly<Record<string, string>>): VectorSize => {
  const own = { width: pixelsOf(width), height: pixelsOf(height) };
  const [, , across = Number.NaN, down = Number.NaN] = (viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const ratio = across > 0 && down > 0 ? across / down : undefined;
  const size = {
    width: own.width ?? (own.height !== undefined && ratio !== undefined ? own.height * ratio : undefined),
    height: own.height ?? (own.width !== undefined && ratio !== undefined ? own.width / ratio : undefined),
  };
  return size.width === undefined || size.height === undefined
    ? { hasProportions: ratio !== undefined }
    : { width: size.width, height: size.height, hasProportions: true };
};

const pixelsOf = (length: string | undefined): number | undefined => {
  const [, number = '', unit = 'px'] = /^([\d.]+)\s*([a-z]*)$/i.exec((length ?? '').trim()) ?? [];
  const pixels = Number.parseFloat(number) * (pixelsPer[unit.toLowerCase() || 'px'] ?? Number.NaN);
  return pixels > 0 ? pixels : undefined;
};
