import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** The long forms of the thorough tests: `npm run soak`. */
export const isSoak = process.env.SOAK === '1';

/** The files that `npm test` leaves out: `npm run test:rest`. */
export const isRest = process.env.REST === '1';

/** How much of something a run does: little in `npm test`, much in `npm run soak`. */
export const effort = (short: number, long: number): number => (isSoak ? long : short);

/** Rows that stand for all of them today: another share each day, so that every row has its turn. */
const day = process.env.SAMPLE_DAY ?? new Date().toISOString().slice(0, 10);
const isSampling = !isSoak && process.env.SAMPLED !== 'no';

/**
 * One of `share` rows of a table that says the same thing of each: others on each day, all of them in the long form and for
 * whoever asks for a test by its name. `SAMPLE_DAY=2026-11-21 npm test` takes those of that day again.
 */
export const sampled = <T>(rows: readonly T[], share: number): readonly T[] => {
  if (!isSampling) return rows;
  const turns = Math.min(share, rows.length);
  const turn = Math.floor(Date.parse(day) / 86_400_000) % turns;
  return rows.filter((_row, n) => n % turns === turn);
};

/** Threads that are running or want to: what is so now, where the system says so. */
const wanting = (): number => {
  try {
    return Number(/ (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** How many times as long as alone something takes now: as many as want each processor, at least once. */
export const busyness = (): number => Math.max(1, Math.max(loadavg()[0] ?? 0, wanting()) / availableParallelism());

/**
 * How long an answer may take while tests run: as promised on a machine that has a processor for it, longer where other work
 * leaves it less than that.
 */
export const answerWithin = (promisedMs: number): number => promisedMs * Math.max(isSoak ? 1 : 2, busyness());

/** Prints a figure; docs/reliability.md holds the last ones. */
export const figure = (what: string, value: string | number): void => {
  process.stdout.write(`figure: ${what}: ${value}\n`);
};
