import type { Random } from './random.ts';

/** A text that may be hard to read: a beginning, a piece of the grammar again and again, as many of another, an end. */
export interface HardText {
  readonly before: string;
  readonly piece: string;
  readonly closing: string;
  readonly after: string;
}

/** Beginnings, pieces and ends out of the words of a grammar. */
export const hardText = (random: Random, words: readonly string[]): HardText => {
  const some = (most: number) => Array.from({ length: random.int(0, most) }, () => random.pick(words)).join('');
  const piece = random.pick(words) + some(2);
  return { before: some(2), piece, closing: random.int(0, 3) === 0 ? random.pick(words) : '', after: some(1) };
};

/** The text with as many pieces as make it about this long. */
export const getText = ({ before, piece, closing, after }: HardText, characters: number): string => {
  const count = Math.max(1, Math.floor(characters / (piece.length + closing.length)));
  return before + piece.repeat(count) + closing.repeat(count) + after;
};

const times = 16;
/** Sixteen times the text takes sixteen times as long when each character is read once, and 256 times by its square. */
const mostGrowth = 64;
/** What is read faster needs no second look. */
const noticedMs = 25;
/** Measurements more, where the first one says that a reader is slow: one that is shows it each time. */
const looksAgain = 4;
/** The clock of processor time moves in steps of some milliseconds. */
const leastMeasuredMs = 40;

/**
 * How many times as long a reader takes with sixteen times as much text, where that is more than a linear one could under any
 * load; undefined where it reads in time. What counts is processor time of this thread, so other work does not show.
 *
 * @param limit the longest text that the reader is given, in UTF-16 code units.
 */
export const getGrowth = (read: (text: string) => unknown, text: HardText, limit: number): number | undefined => {
  for (let length = 64; length <= limit; length *= 2) {
    const long = getText(text, length);
    const before = process.threadCpuUsage();
    attempt(read, long);
    if (spentSince(before) < noticedMs) continue;
    const short = getText(text, length / times);
    let growth = getCost(read, long) / getCost(read, short);
    // the garbage of an earlier test may be cleared away in the middle of one measurement, not of all
    for (let again = 0; growth > mostGrowth && again < looksAgain; again += 1)
      growth = Math.min(growth, getCost(read, long) / getCost(read, short));
    if (growth > mostGrowth) return growth;
    // what is read in time here is looked at once more, at its longest
    length = Math.max(length, limit / 4);
  }
  return undefined;
};

/** Milliseconds of processor time of one reading, out of as many as can be measured. */
const getCost = (read: (text: string) => unknown, text: string): number => {
  const before = process.threadCpuUsage();
  for (let readings = 1; ; readings += 1) {
    attempt(read, text);
    const spentMs = spentSince(before);
    if (spentMs >= leastMeasuredMs) return spentMs / readings;
  }
};

const spentSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

const attempt = (read: (text: string) => unknown, text: string): void => {
  try {
    read(text);
  } catch {
    // most of these texts mean nothing
  }
};

/** Four times the size takes four times as long when each part is looked at once, and sixteen times by its square. */
export const mostSizeGrowth = 9;
/** What is done faster needs no second look. */
const noticedSizeMs = 150;

/** How many times as long something takes at a size as at a quarter of it; 1 where it takes little time. */
export const getSizeGrowth = async (run: (size: number) => unknown, largest: number): Promise<number> => {
  const cost = async (size: number): Promise<number> => {
    const before = process.threadCpuUsage();
    await run(size);
    return spentSince(before);
  };
  let growth = Number.POSITIVE_INFINITY;
  for (let look = 0; look < looksAgain && growth > mostSizeGrowth; look += 1) {
    const spentMs = await cost(largest);
    if (spentMs < noticedSizeMs) return 1;
    growth = Math.min(growth, spentMs / (await cost(largest / 4)));
  }
  return growth;
};
