import { availableParallelism, loadavg } from 'node:os';

/** The long forms of the thorough tests: `npm run soak`. */
export const isSoak = process.env.SOAK === '1';

/** How much of something a run does: little in `npm test`, much in `npm run soak`. */
export const effort = (short: number, long: number): number => (isSoak ? long : short);

/** Time for a test that does more in the long form. */
export const patienceMs = (shortMs: number): number => (isSoak ? 3_600_000 : shortMs);

/**
 * How long an answer may take while tests run: as promised on a machine that has a processor for it, longer where other work
 * leaves it less than that.
 */
export const answerWithin = (promisedMs: number): number => {
  const share = loadavg()[0] ?? 0;
  return promisedMs * Math.max(isSoak ? 1 : 2, share / availableParallelism());
};

/** Prints a figure; docs/reliability.md holds the last ones. */
export const figure = (what: string, value: string | number): void => {
  process.stdout.write(`figure: ${what}: ${value}\n`);
};
