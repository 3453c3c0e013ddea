/** An image's pixels, four bytes each: red, green, blue, alpha. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Side of a block in pixels. */
const side = 8;
/** Largest mean difference of a block's channels, of 255, at which two blocks agree: two ways to smooth a letter do. */
export const tolerance = 20;

/**
 * Compares two images of one size block by block, both laid over white.
 *
 * @returns for each block, row by row, the mean difference of its channels (0 to 255); that of faint content is raised, so that it
 *   counts as much as plain content does.
 */
export const blockDifferences = (a: Pixels, b: Pixels): number[] => {
  if (a.width !== b.width || a.height !== b.height) throw new Error('Images of different sizes.');
  const differences: number[] = [];
  for (let top = 0; top < a.height; top += side)
    for (let left = 0; left < a.width; left += side)
      differences.push(
        blockDifference(a, b, left, top) * getEmphasis(Math.max(getContrast(a, left, top), getContrast(b, left, top))),
      );
  return differences;
};

/** Contrast of letters that are easy to read: a difference of fainter content counts as if it had that. */
const plainContrast = 120;
const mostEmphasis = 5;

const getEmphasis = (contrast: number): number =>
  contrast < leastContrast ? 1 : Math.min(mostEmphasis, Math.max(1, plainContrast / contrast));

const blockDifference = (a: Pixels, b: Pixels, left: number, top: number): number => {
  let sum = 0;
  let count = 0;
  for (let y = top; y < Math.min(top + side, a.height); y += 1) {
    for (let x = left; x < Math.min(left + side, a.width); x += 1) {
      const at = (y * a.width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1)
        sum += Math.abs(overWhite(a.data, at, channel) - overWhite(b.data, at, channel));
      count += 3;
    }
  }
  return sum / count;
};

const overWhite = (data: Uint8Array, at: number, channel: number): number => {
  const alpha = (data[at + 3] as number) / 255;
  return (data[at + channel] as number) * alpha + 255 * (1 - alpha);
};

/** Share of blocks that agree, 0 to 1; where there are none all of them do. */
export const agreement = (differences: readonly number[]): number =>
  differences.length === 0
    ? 1
    : differences.filter((difference) => difference <= tolerance).length / differences.length;

/** Least difference of a block's channels, of 255, that is something to see, if faintly: a gradient has less on eight pixels. */
const leastContrast = 8;

/** The differences of those blocks in which one of two images shows something: most blocks are plain ground. */
export const ofContent = (differences: readonly number[], a: Pixels, b: Pixels): number[] => {
  const across = Math.ceil(a.width / side);
  return differences.filter((_, index) => {
    const [left, top] = [(index % across) * side, Math.floor(index / across) * side];
    return [a, b].some((image) => getContrast(image, left, top) >= leastContrast);
  });
};

/** How far the channels of a block's pixels lie apart. */
const getContrast = (image: Pixels, left: number, top: number): number => {
  let most = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    let [lowest, highest] = [255, 0];
    for (let y = top; y < Math.min(top + side, image.height); y += 1)
      for (let x = left; x < Math.min(left + side, image.width); x += 1) {
        const value = overWhite(image.data, (y * image.width + x) * 4, channel);
        lowest = Math.min(lowest, value);
        highest = Math.max(highest, value);
      }
    most = Math.max(most, highest - lowest);
  }
  return most;
};
