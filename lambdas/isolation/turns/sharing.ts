import type { Places } from './turns.ts';

/** How many processes of a kind there are, and for whom. */
export interface Sharing {
  readonly places: Places;
  /** For pictures whose remote images are fetched and that are drawn then. */
  readonly fetching: Places;
  /** Kept started for whoever comes next. */
  readonly kept: number;
  /** They load what they may be asked for while they have nothing to do. */
  readonly isWhole: boolean;
}

/** An instance of a function answers one request at a time, and has one processor. */
export const forOneRequest: Sharing = {
  places: { quick: 1, proven: 0, slow: 1, suspects: 1 },
  fetching: { quick: 1, proven: 0, slow: 1, suspects: 1 },
  kept: 1,
  isWhole: false,
};

/**
 * One machine for many requests and two processors: kept are one that works, one for everybody else, and one for when the
 * first had to be ended. Slow work is bounded by its memory: three drawings may take 4 GB.
 */
export const forManyRequests: Sharing = {
  places: { quick: 2, proven: 1, slow: 3, suspects: 2 },
  // fetching takes no processor, but 40 MB each
  fetching: { quick: 8, proven: 2, slow: 2, suspects: 2 },
  kept: 3,
  isWhole: true,
};

/** Longest wait for a turn, in milliseconds; only accounts that overran, and floods, wait so long. */
export const longestWaitMs = 20_000;
/** The same for whoever has a place and has fetched for it: longer than any request has time. */
export const placedWaitMs = 300_000;
