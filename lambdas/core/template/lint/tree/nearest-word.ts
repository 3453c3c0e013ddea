/** Returns the word within an edit distance of two (one for short words), or undefined. */
export const findNearestWord = (word: string, words: readonly string[]): string | undefined => {
  const allowed = word.length > 5 ? 2 : 1;
  let best: { word: string; distance: number } | undefined;
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) > allowed) continue;
    const distance = getDistance(word, candidate);
    if (distance <= allowed && (!best || distance < best.distance)) best = { word: candidate, distance };
  }
  return best?.word;
};

/** Returns the Damerau-Levenshtein distance. */
const getDistance = (one: string, other: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(
        (now[column - 1] as number) + 1,
        (last[column] as number) + 1,
        (last[column - 1] as number) + cost,
      );
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap) least = Math.min(least, (before[column - 2] as number) + 1);
      now.push(least);
    }
    before = last;
    last = now;
  }
  return last[other.length] as number;
};
