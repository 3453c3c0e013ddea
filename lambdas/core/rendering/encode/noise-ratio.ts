/**
 * Returns the peak signal-to-noise ratio of two images of the same size, in decibels; infinite if they are equal.
 * Colours are weighted by alpha.
 *
 * @param rendered straight RGBA, four bytes a pixel, like `shown`.
 */
export const measureNoiseRatio = (rendered: Uint8Array, shown: Uint8Array): number => {
  let squares = 0;
  for (let at = 0; at < rendered.length; at += 4) {
    const [one, other] = [rendered[at + 3] as number, shown[at + 3] as number];
    squares += (one - other) ** 2;
    for (let channel = at; channel < at + 3; channel += 1)
      squares += (((rendered[channel] as number) * one - (shown[channel] as number) * other) / 255) ** 2;
  }
  return 10 * Math.log10((255 ** 2 * rendered.length) / squares);
};
