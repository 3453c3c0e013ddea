/** Returns the first index for which a monotonic condition is false, by binary search; `length` if none. */
export const findPartitionPoint = (length: number, holds: (index: number) => boolean): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
};
