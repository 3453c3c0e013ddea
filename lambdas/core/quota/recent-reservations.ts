/*
 * Reservations of the last minute stand in a ring of eight sets, one per half minute. A write goes into the set of its own
 * half minute and empties the five that come next, so that the set it will meet again is empty by then. What is there stays
 * for at least a minute: far longer than any call to the table is repeated.
 */
const ringSize = 8;
const spanMs = 30_000;
/** Sets besides the current one that may hold what still matters. */
const keptBefore = 2;

export interface RecentSets {
  /** Number of the set to write into. */
  readonly current: number;
  /** Numbers of the sets that hold recent reservations, the current one among them. */
  readonly recent: readonly number[];
  /** Numbers of the sets to empty. */
  readonly outlived: readonly number[];
}

/** How long a reservation is remembered at least, in milliseconds. */
export const rememberedMs = keptBefore * spanMs;

/** The sets' parts at a moment. @param nowMs Unix milliseconds. */
export const recentSets = (nowMs: number): RecentSets => {
  const span = Math.floor(nowMs / spanMs);
  const at = (offset: number): number => (((span + offset) % ringSize) + ringSize) % ringSize;
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => at(from + n));
  return { current: at(0), recent: range(-keptBefore, 0), outlived: range(1, ringSize - 1 - keptBefore) };
};

/** The mark that a reservation is void: nothing was taken for it, or all of it was given back. No reservation looks so. */
export const voidOf = (reservation: string): string => `!${reservation}`;
