import { randomInt } from 'node:crypto';

/** The long forms of the thorough tests: `npm run soak`. */
export const isSoak = process.env.SOAK === '1';

/** The files that `npm test` leaves out: `npm run test:rest`. */
export const isRest = process.env.REST === '1';

/**
 * Seed of what a test makes up: 1 in `npm test`, so that a change is what turns it red; in `npm run soak` another one in each
 * run, or `SOAK_SEED`.
 */
export const seed = Number(process.env.SOAK_SEED ?? (isSoak ? randomInt(2 ** 31) : 1));

/** Returns how much of something a run does: little in `npm test`, much in `npm run soak`. */
export const effort = (short: number, long: number): number => (isSoak ? long : short);

/** `vitest.config.ts` sets it for a run that names tests with `-t`. */
const hasAllRows = isSoak || process.env.ALL_ROWS === '1';

/**
 * Returns the first row and every nth after it of a table whose rows repeat one promise: the same rows in every run. `npm run soak`
 * and a run that names tests with `-t` get all of them.
 */
export const everyNth = <T>(rows: readonly T[], n: number): readonly T[] =>
  hasAllRows ? rows : rows.filter((_row, index) => index % n === 0);

/** Prints a figure; `@figure` of a test's promise holds the last one. */
export const figure = (what: string, value: string | number): void => {
  process.stdout.write(`figure: ${what}: ${value}\n`);
};
