/** Milliseconds of many runs: the median, and the 10th and 90th percentile. */
export interface Timing {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
}

/** Returns a quantile of ascending samples; NaN without samples. */
export const getQuantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;

export const getSpread = (samples: readonly number[]): Timing => {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number => getQuantile(sorted, share);
  return { median: at(0.5), p10: at(0.1), p90: at(0.9) };
};

/** `12.3 ms (10.1 to 15.0)` */
export const describeTiming = ({ median, p10, p90 }: Timing): string =>
  `${median.toFixed(1)} ms (${p10.toFixed(1)} to ${p90.toFixed(1)})`;
