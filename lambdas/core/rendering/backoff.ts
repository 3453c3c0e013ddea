const minuteMs = 60_000;

/** A minute, ten, an hour, then a day: whatever fails is tried at most three times in an hour. */
const pausesMs = [minuteMs, 10 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs] as const;

/** What failed by no fault of its own is tried again this soon. */
export const shortBackoffMs = 10_000;

/**
 * How long something that failed is let be before it is tried again, in milliseconds.
 *
 * @param tries how often it failed in a row, from 1.
 */
export const getBackoffMs = (tries: number): number => pausesMs[Math.min(tries, pausesMs.length) - 1] as number;
