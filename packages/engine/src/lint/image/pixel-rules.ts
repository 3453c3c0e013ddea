import type { Box } from '../../rendering/boxes.ts';
import type { Pixels } from '../../rendering/pixels.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';

/**
 * Visits the pixels of an image that a box touches, until a visit returns true.
 *
 * @param scale device pixels per CSS pixel.
 * @param visit is called with the byte offset of a pixel.
 * @param rows maximum number of pixel rows that are visited, at equal distances. @default all
 */
export const somePixel = (
  { left, top, width, height }: Box,
  image: Pixels,
  scale: number,
  visit: (at: number) => boolean,
  rows = Number.POSITIVE_INFINITY,
): boolean => {
  const [first, last] = [
    Math.max(0, Math.floor(left * scale)),
    Math.min(image.width, Math.ceil((left + width) * scale)),
  ];
  const end = Math.min(image.height, Math.ceil((top + height) * scale));
  let y = Math.max(0, Math.floor(top * scale));
  const step = Math.max(1, Math.floor((end - y) / rows));
  for (; y < end; y += step) for (let x = first; x < last; x += 1) if (visit((y * image.width + x) * 4)) return true;
  return false;
};

/** Returns the sum of the channel differences of two pixels. @param otherAt byte offset of the other one. */
export const differenceAt = (one: Buffer, other: Buffer, at: number, otherAt = at): number => {
  let sum = 0;
  for (let channel = 0; channel < 4; channel += 1)
    sum += Math.abs((one[at + channel] as number) - (other[otherAt + channel] as number));
  return sum;
};

/** Minimum share of transparent pixels that is reported; the corners of a rounded card are below it. */
const minTransparent = 0.002;

/** Reports transparent pixels in an image that is delivered as JPEG. */
export const lintTransparency = ({ data }: Pixels): ImageDiagnostic[] => {
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] as number) < 250) clear += 1;
  const share = clear / (data.length / 4);
  if (share < minTransparent) return [];
  const percent = Math.max(1, Math.round(share * 100));
  const message = `${percent}% of the image is see-through, which JPEG cannot hold: it becomes white. Give it a background, or take png or webp.`;
  return [{ code: 'transparent-jpeg', message }];
};

/** Returns whether nothing is rendered. */
export const isEmpty = ({ data }: Pixels): boolean => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
  return true;
};

/** Minimum empty share on one side of the content; higher horizontally, because lines can end early. */
const minFree = { across: 0.75, down: 0.5 } as const;
/** Maximum empty share on the opposite side; with more, the content counts as centred. */
const maxOpposite = 0.2;
/** Neighbouring pixels with a larger difference are content; those of a gradient differ less. */
const minDifference = 24;

/**
 * Reports an image whose content is all at the top or left, with most of it empty. Content at the bottom or right is
 * placed there on purpose.
 */
export const lintEmptiness = ({ data, width, height }: Pixels): ImageDiagnostic[] => {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 1; y < height; y += 1) {
    for (let x = 1; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const isContent =
        differenceAt(data, data, at, at - 4) > minDifference ||
        differenceAt(data, data, at, at - width * 4) > minDifference;
      if (!isContent) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  if (right < 0) return [];
  const sides = [
    ['below', minFree.down, (height - 1 - bottom) / height, top / height],
    ['right of', minFree.across, (width - 1 - right) / width, left / width],
  ] as const;
  return sides.flatMap(([side, most, share, opposite]) => {
    if (share < most || opposite > maxOpposite) return [];
    const message = `${Math.round(share * 100)}% of the image, all that is ${side} its content, is empty: spread the content over it, or make it larger.`;
    return [{ code: 'empty-area', message, degree: (share - most) / (1 - most) } as const];
  });
};
