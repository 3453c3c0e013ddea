/** A line of two texts: in both, or only in one of them. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Lines of unchanged text around a change. */
const contextLines = 2;

/** Longest middle part, in lines of each text multiplied, that is compared line by line; larger ones are replaced whole. */
const mostCells = 4_000_000;

/** Returns the lengths of the longest common subsequences of what follows each pair of lines, row by row. */
const getLengths = (before: readonly string[], after: readonly string[]): Uint32Array => {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return lengths;
};

/** Returns lines of a middle part, by the longest common subsequence. */
const getMiddle = (before: readonly string[], after: readonly string[]): DiffLine[] => {
  const removed = before.map((text) => ({ kind: 'removed', text }) as const);
  const added = after.map((text) => ({ kind: 'added', text }) as const);
  if (before.length * after.length > mostCells) return [...removed, ...added];
  const [lengths, width] = [getLengths(before, after), after.length + 1];
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    const [old, current] = [before[i] ?? '', after[j] ?? ''];
    const isRemoved = (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0);
    if (old === current) lines.push({ kind: 'same', text: old });
    else lines.push(isRemoved ? { kind: 'removed', text: old } : { kind: 'added', text: current });
    if (old === current || isRemoved) i++;
    if (old === current || !isRemoved) j++;
  }
  return [...lines, ...removed.slice(i), ...added.slice(j)];
};

/** Returns the lines of two texts in order, with what was removed before what was added. */
export const diffLines = (before: string, after: string): DiffLine[] => {
  const [old, current] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, current.length);
  let start = 0;
  while (start < shorter && old[start] === current[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === current.at(-1 - end)) end++;
  const same = (texts: readonly string[]) => texts.map((text) => ({ kind: 'same', text }) as const);
  return [
    ...same(old.slice(0, start)),
    ...getMiddle(old.slice(start, old.length - end), current.slice(start, current.length - end)),
    ...same(old.slice(old.length - end)),
  ];
};

/** Returns changed lines with some context, in parts that follow each other in the text. Empty for equal texts. */
export const getChangedParts = (lines: readonly DiffLine[]): DiffLine[][] => {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - contextLines), at + contextLines + 1).some(({ kind }) => kind !== 'same');
  const parts: DiffLine[][] = [];
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    const isShown = isNear(at);
    if (isShown && !isOpen) parts.push([]);
    if (isShown) parts.at(-1)?.push(line);
    isOpen = isShown;
  }
  return parts;
};
