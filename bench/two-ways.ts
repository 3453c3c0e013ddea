import { describeTiming, getSpread } from './timing.ts';

/** Both ways to get an image that was never rendered. */
export interface Ways {
  mintAndFetch(title: string): Promise<readonly [mintMs: number, fetchMs: number, storedMs?: number]>;
  /** Fetches by an on-demand URL, signed before the measured time begins. */
  onDemand(title: string): Promise<number>;
}

/** Milliseconds of each image. */
export interface Compared {
  readonly mint: number[];
  readonly fetch: number[];
  readonly onDemand: number[];
  /** Of a second fetch of a minted image, where that is measured. */
  readonly stored: number[];
}

/** Times both ways in alternating order, without the first `warmUps` rounds. */
export const alternate = async (
  { mintAndFetch, onDemand }: Ways,
  rounds: number,
  warmUps: number,
): Promise<Compared> => {
  const times: Compared = { mint: [], fetch: [], onDemand: [], stored: [] };
  for (let round = -warmUps; round < rounds; round += 1) {
    const steps = [
      async () => {
        const [mint, fetch, stored] = await mintAndFetch(`Minted ${round}`);
        if (round < 0) return;
        times.mint.push(mint);
        times.fetch.push(fetch);
        if (stored !== undefined) times.stored.push(stored);
      },
      async () => {
        const ms = await onDemand(`Signed ${round}`);
        if (round >= 0) times.onDemand.push(ms);
      },
    ];
    for (const step of round % 2 === 0 ? steps : steps.toReversed()) await step();
  }
  return times;
};

/** @throws Error unless the header says that the image was rendered */
export const requireRendered = (cache: string | null | undefined): void => {
  if (cache !== 'render') throw new Error('An image was not rendered.');
};

/** Head of the table of `describeWays`. */
export const waysHead = ['never rendered, 1200 x 630', 'median (tenth to ninetieth percentile)', 'over mint and fetch'];

/** Returns the milliseconds of each mint and its fetch. */
export const sumEach = ({ mint, fetch }: Compared): number[] => mint.map((ms, n) => ms + (fetch[n] ?? Number.NaN));

/** Returns the rows of a table. */
export const describeWays = (times: Compared): string[][] => {
  const both = getSpread(sumEach(times));
  const first = getSpread(times.onDemand);
  return [
    ['mint', describeTiming(getSpread(times.mint)), ''],
    ['fetch', describeTiming(getSpread(times.fetch)), ''],
    ['mint and fetch', describeTiming(both), ''],
    ['first on-demand request', describeTiming(first), (first.median / both.median).toFixed(2)],
  ];
};
