import { getPixels, rootFontSize } from '../css/lengths.ts';
import { getViewBox } from '../svg/view-box.ts';

/** Size of a vector image in CSS pixels: both sides or neither. */
export interface VectorSize {
  readonly width?: number;
  readonly height?: number;
  readonly hasProportions: boolean;
}

/** Returns the size of an `<svg>`. A missing side follows from the view box. */
export const readVectorSize = ({ width, height, viewBox }: Readonly<Record<string, string>>): VectorSize => {
  const own = { width: lengthIn(width), height: lengthIn(height) };
  const box = getViewBox(viewBox);
  const ratio = box && box.width > 0 && box.height > 0 ? box.width / box.height : undefined;
  const size = {
    width: own.width ?? (own.height !== undefined && ratio !== undefined ? own.height * ratio : undefined),
    height: own.height ?? (own.width !== undefined && ratio !== undefined ? own.width / ratio : undefined),
  };
  return size.width === undefined || size.height === undefined
    ? { hasProportions: ratio !== undefined }
    : { width: size.width, height: size.height, hasProportions: true };
};

/** An image file inherits no font size, so `em` is relative to the default. */
const lengthIn = (length: string | undefined): number | undefined => {
  const pixels = getPixels(length, rootFontSize) ?? 0;
  return pixels > 0 ? pixels : undefined;
};
