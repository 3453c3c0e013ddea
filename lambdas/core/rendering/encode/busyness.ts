/** Share of pixels unlike both the one to the left and the one above; looked at here and there. */
export const busyness = (words: Uint32Array, width: number): number => {
  let [busy, all] = [0, 0];
  for (let row = width * 3; row < words.length; row += width * 5) {
    for (let at = row + 1; at < row + width; at += 3) {
      all += 1;
      if (words[at] !== words[at - 1] && words[at] !== words[at - width]) busy += 1;
    }
  }
  return all === 0 ? 0 : busy / all;
};
