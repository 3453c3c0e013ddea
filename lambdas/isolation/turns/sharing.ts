import type { Places } from './turns.ts';

/** How many processes of a kind there are, and which work they are for. */
export interface Sharing {
  readonly places: Places;
  /** Places for pictures, held while their remote images are fetched and they are drawn. */
  readonly fetching: Places;
  /** Idle processes kept ready. */
  readonly kept: number;
  /** Idle processes load ahead what a job may need. */
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
 * One machine with two processors and many requests: one process works, one serves all other accounts, and one stands by for when the
 * first had to be ended. Slow work is limited by memory: three drawings may take 4 GB.
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
/** The same for a picture that has a place and its images: longer than any request lasts. */
export const placedWaitMs = 300_000;
