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
 * Compares two pictures of one size block by block, both laid over white.
 *
 * @returns for each block, row by row, the mean difference of its channels (0 to 255).
 */
export const blockDifferences = (a: Pixels, b: Pixels): number[] => {
  if (a.width !== b.width || a.height !== b.height) throw new Error('Pictures of different sizes.');
  const differences: number[] = [];
  for (let top = 0; top < a.height; top += side)
    for (let left = 0; left < a.width; left += side) differences.push(blockDifference(a, b, left, top));
  return differences;
};

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

/** Share of blocks that agree, 0 to 1. */
export const agreement = (differences: readonly number[]): number =>
  differences.filter((difference) => difference <= tolerance).length / differences.length;
