/** Returns the first index for which a condition does not hold, by halving; `length` if it holds for all. It holds for the first ones only. */
export const partitionPoint = (length: number, holds: (index: number) => boolean): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
};
