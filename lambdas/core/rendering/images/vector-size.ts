import { getPixels, rootFontSize } from '../css/lengths.ts';
import { getViewBox } from '../svg/view-box.ts';

/** What a vector image says of its size: CSS pixels, both or neither, and proportions where it has them. */
export interface VectorSize {
  readonly width?: number;
  readonly height?: number;
  readonly hasProportions: boolean;
}

/** The size an `<svg>` names; a side it leaves out follows from its view box. */
export const vectorSize = ({ width, height, viewBox }: Readonly<Record<string, string>>): VectorSize => {
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

/** An image has no text around it: `em` counts in the size text has where nothing says otherwise. */
const lengthIn = (length: string | undefined): number | undefined => {
  const pixels = getPixels(length, rootFontSize) ?? 0;
  return pixels > 0 ? pixels : undefined;
};
