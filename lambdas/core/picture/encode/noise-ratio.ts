/**
 * Peak signal-to-noise ratio of two pictures of the same size, in decibels; infinite where they are equal. Colours weigh as
 * much as they are seen.
 *
 * @param drawn plain colours and alpha, four bytes a pixel, as `shown`.
 */
export const noiseRatio = (drawn: Uint8Array, shown: Uint8Array): number => {
  let squares = 0;
  for (let at = 0; at < drawn.length; at += 4) {
    const [one, other] = [drawn[at + 3] as number, shown[at + 3] as number];
    squares += (one - other) ** 2;
    for (let channel = at; channel < at + 3; channel += 1)
      squares += (((drawn[channel] as number) * one - (shown[channel] as number) * other) / 255) ** 2;
  }
  return 10 * Math.log10((255 ** 2 * drawn.length) / squares);
};
