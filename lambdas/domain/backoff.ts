const minuteMs = 60_000;

/** Backoff by number of consecutive failures, in milliseconds. */
const pausesMs = [minuteMs, 10 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs] as const;

/** Backoff for failures whose cause is outside the image, in milliseconds. */
export const shortBackoffMs = 10_000;

/**
 * Returns the backoff in milliseconds.
 *
 * @param tries number of consecutive failures, from 1.
 */
export const getBackoffMs = (tries: number): number => pausesMs[Math.min(tries, pausesMs.length) - 1] as number;
