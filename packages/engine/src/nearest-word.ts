/** Returns the word within an edit distance of two (one for short words), or undefined. */
export const findNearestWord = (word: string, words: readonly string[]): string | undefined => {
  const distances = word.length > 5 ? [0, 1, 2] : [0, 1];
  return distances
    .values()
    .map((edits) => words.find((candidate) => isNear(word, candidate, edits)))
    .find((candidate) => candidate !== undefined);
};

/** Returns whether two words differ by that many edits or fewer: a letter more, less or other, or two in wrong order. */
const isNear = (one: string, other: string, edits: number): boolean => {
  if (one === other) return true;
  if (edits === 0 || Math.abs(one.length - other.length) > edits) return false;
  let same = 0;
  while (one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  return (
    isNear(a.slice(1), b, edits - 1) ||
    isNear(a, b.slice(1), edits - 1) ||
    isNear(a.slice(1), b.slice(1), edits - 1) ||
    (isSwapped && isNear(a.slice(2), b.slice(2), edits - 1))
  );
};
