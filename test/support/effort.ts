/** The long forms of the thorough tests: `npm run soak`. */
export const isSoak = process.env.SOAK === '1';

/** How much of something a run does: little in `npm test`, much in `npm run soak`. */
export const effort = (short: number, long: number): number => (isSoak ? long : short);

/** Time for a test that does more in the long form. */
export const patienceMs = (shortMs: number): number => (isSoak ? 3_600_000 : shortMs);

/** Prints a figure; docs/reliability.md holds the last ones. */
export const figure = (what: string, value: string | number): void => {
  process.stdout.write(`figure: ${what}: ${value}\n`);
};
