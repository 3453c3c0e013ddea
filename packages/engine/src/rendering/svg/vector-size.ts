import { getPixels, rootFontSize } from '../../styles/values/lengths.ts';

/** Parses a `viewBox`; undefined if invalid. */
export const getViewBox = (text: string | undefined) => {
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map((part) => (part === '' ? Number.NaN : Number(part)));
  return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : undefined;
};

/** Size of a vector image in CSS pixels: both sides or neither. */
interface VectorSize {
  readonly width?: number;
  readonly height?: number;
  readonly hasProportions: boolean;
}

/** Returns the size of an `<svg>`. A missing side follows from the view box. */
export const readVectorSize = ({ width, height, viewBox }: Readonly<Record<string, string>>): VectorSize => {
  const box = getViewBox(viewBox);
  const ratio = box && box.width > 0 && box.height > 0 ? box.width / box.height : undefined;
  const [across, down] = [lengthIn(width), lengthIn(height)];
  const size = {
    width: across ?? (down && ratio && down * ratio),
    height: down ?? (across && ratio && across / ratio),
  };
  return size.width && size.height
    ? { width: size.width, height: size.height, hasProportions: true }
    : { hasProportions: ratio !== undefined };
};

/** An image file inherits no font size, so `em` is relative to the default. */
const lengthIn = (length: string | undefined): number | undefined => {
  const pixels = getPixels(length, rootFontSize) ?? 0;
  return pixels > 0 ? pixels : undefined;
};
