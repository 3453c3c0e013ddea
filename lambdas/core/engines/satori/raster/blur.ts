import type { Coverage } from './canvas.ts';
import { withoutRepeats } from './repeats.ts';

/** Below it a box is too coarse, and a recursive filter is used. */
const smallestBoxBlur = 2;

/**
 * Blurs as the rasteriser does, to the last bit, but one channel of it: a shadow has one colour. Nothing lies around.
 *
 * @param deviation standard deviation of the blur in pixels.
 * @returns a new coverage, or the one given where nothing is to be blurred.
 */
export const blur = (coverage: Coverage, deviation: number): Coverage => {
  if (!(deviation >= 0.05)) return coverage;
  return deviation < smallestBoxBlur ? recursiveBlur(coverage, deviation) : boxBlur(coverage, deviation);
};

const boxes = 5;

/** Five boxes one after the other are nearly a normal distribution. */
const boxBlur = (coverage: Coverage, deviation: number): Coverage => {
  const radii = boxRadii(deviation);
  const reach = radii.reduce((sum, radius) => sum + radius, 0);
  return withoutRepeats(coverage, reach, ({ data: front, width, height }) => {
    const back = new Uint8Array(front.length);
    for (const radius of radii) {
      averageColumns(front, back, width, height, radius);
      averageRows(back, front, width, height, radius);
    }
    return front;
  });
};

/** Radii of boxes whose variances add up to that of the blur, as nearly as odd widths can. */
const boxRadii = (deviation: number): number[] => {
  const variances = 12 * deviation * deviation;
  const most = Math.floor(Math.sqrt(variances / boxes) + 1);
  const narrow = most % 2 === 0 ? most - 1 : most;
  const wanted = (variances - boxes * narrow * narrow - 4 * boxes * narrow - 3 * boxes) / (-4 * narrow - 4);
  return Array.from({ length: boxes }, (_, index) => (index < Math.round(wanted) ? narrow - 1 : narrow + 1) / 2);
};

/** Makes each pixel the mean of those above and below it, all columns side by side. */
const averageColumns = (from: Uint8Array, to: Uint8Array, width: number, height: number, radius: number): void => {
  const share = 1 / (2 * radius + 1);
  const sums = new Int32Array(width);
  const nothing = new Uint8Array(width);
  const rowOf = (row: number) => (row >= 0 && row < height ? from.subarray(row * width, (row + 1) * width) : nothing);
  for (let row = 0; row < Math.min(radius, height); row += 1)
    for (let at = 0; at < width; at += 1) sums[at] = (sums[at] as number) + (from[row * width + at] as number);
  for (let row = 0; row < height; row += 1) {
    const [enters, leaves, start] = [rowOf(row + radius), rowOf(row - radius - 1), row * width];
    for (let at = 0; at < width; at += 1) {
      const sum = (sums[at] as number) + (enters[at] as number) - (leaves[at] as number);
      sums[at] = sum;
      to[start + at] = sum * share + 0.5;
    }
  }
};

/** The same with those to the left and right. */
const averageRows = (from: Uint8Array, to: Uint8Array, width: number, height: number, radius: number): void => {
  const size = 2 * radius + 1;
  const share = 1 / size;
  // a row with nothing around it, so that no pixel has to be told from those at the edges
  const padded = new Uint8Array(width + size);
  for (let start = 0; start < width * height; start += width) {
    padded.set(from.subarray(start, start + width), radius + 1);
    let sum = 0;
    for (let at = 0; at < size; at += 1) sum += padded[at] as number;
    for (let at = 0; at < width; at += 1) {
      sum += (padded[at + size] as number) - (padded[at] as number);
      to[start + at] = sum * share + 0.5;
    }
  }
};

const steps = 4;

/**
 * A blur by first-order recursive filters, forth and back, four times along each axis.
 *
 * Source: Alvarez and Mazorra, Signal and Image Restoration using Shock Filters and Anisotropic Diffusion, 1994.
 */
const recursiveBlur = ({ data, width, height }: Coverage, deviation: number): Coverage => {
  const lambda = (deviation * deviation) / (2 * steps);
  const carried = (1 + 2 * lambda - Math.sqrt(1 + 4 * lambda)) / (2 * lambda);
  const values = new Float64Array(data.length);
  for (let at = 0; at < data.length; at += 1) values[at] = (data[at] as number) / 255;
  for (let start = 0; start < values.length; start += width)
    for (let step = 0; step < steps; step += 1) carryAlongRow(values, start, start + width, carried);
  for (let step = 0; step < steps; step += 1) carryAlongColumns(values, width, carried);
  const scale = (carried / lambda) ** (2 * steps);
  const blurred = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) blurred[at] = Math.min(255, (values[at] as number) * scale * 255);
  return { data: blurred, width, height };
};

const carryAlongRow = (values: Float64Array, start: number, end: number, carried: number): void => {
  for (let at = start + 1; at < end; at += 1)
    values[at] = (values[at] as number) + carried * (values[at - 1] as number);
  for (let at = end - 1; at > start; at -= 1)
    values[at - 1] = (values[at - 1] as number) + carried * (values[at] as number);
};

const carryAlongColumns = (values: Float64Array, width: number, carried: number): void => {
  for (let at = width; at < values.length; at += 1)
    values[at] = (values[at] as number) + carried * (values[at - width] as number);
  for (let at = values.length - 1; at >= width; at -= 1)
    values[at - width] = (values[at - width] as number) + carried * (values[at] as number);
};
