import type { Pixels } from '../../../rendering/pixels.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';
import { differenceAt } from './pixel-difference.ts';

/** Minimum empty share on one side of the content; higher horizontally, because lines can end early. */
const minFree = { across: 0.75, down: 0.5 } as const;
/** Maximum empty share on the opposite side; with more, the content counts as centred. */
const maxOpposite = 0.2;
/** Neighbouring pixels with a larger difference are content; those of a gradient differ less. */
const minDifference = 24;

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Reports an image whose content is all at the top or left, with most of it empty. Content at the bottom or right is
 * placed there on purpose.
 */
export const lintEmptiness = (shown: Pixels): ImageDiagnostic[] => {
  const free = getFree(shown);
  if (!free) return [];
  const sides = [
    ['below', minFree.down, free.bottom, free.top],
    ['right of', minFree.across, free.right, free.left],
  ] as const;
  return sides.flatMap(([side, most, share, opposite]) => {
    if (share < most || opposite > maxOpposite) return [];
    const message = `${Math.round(share * 100)}% of the image, all that is ${side} its content, is empty: spread the content over it, or make it larger.`;
    return [{ code: 'empty-area', message, degree: (share - most) / (1 - most) } as const];
  });
};

/** Returns the empty share of the image on each side; undefined if all pixels are alike. */
const getFree = ({ data, width, height }: Pixels): Edges | undefined => {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 1; y < height; y += 1) {
    for (let x = 1; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if (
        differenceAt(data, data, at, at - 4) <= minDifference &&
        differenceAt(data, data, at, at - width * 4) <= minDifference
      )
        continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  if (right < 0) return undefined;
  return {
    left: left / width,
    right: (width - 1 - right) / width,
    top: top / height,
    bottom: (height - 1 - bottom) / height,
  };
};
