/** Smaller differences of a channel are caused by the encoder. */
const tolerance = 12;

/** Marks in `after` what differs from `before`. @returns the number of differing pixels */
export const markDifferences = (before: Uint8ClampedArray, after: Uint8ClampedArray): number => {
  let count = 0;
  for (let at = 0; at < after.length; at += 4) {
    let isOther = false;
    for (let channel = at; channel < at + 4; channel++)
      isOther ||= Math.abs((before[channel] ?? 0) - (after[channel] ?? 0)) > tolerance;
    if (isOther) count++;
    const grey = 255 - (255 - ((after[at] ?? 0) + (after[at + 1] ?? 0) + (after[at + 2] ?? 0)) / 3) / 4;
    after.set(isOther ? [214, 40, 40, 255] : [grey, grey, grey, 255], at);
  }
  return count;
};
