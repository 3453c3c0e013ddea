import type { TokensUsed } from '../../../lambdas/ports/author.ts';

/** Dollars for a million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** `3/15` as prices; undefined for anything else. */
export const readPrices = (text: string): Prices | undefined => {
  const [, input, output] = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  return input === undefined || output === undefined ? undefined : { input: Number(input), output: Number(output) };
};

/** What tokens cost; one out of the model's cache a tenth of one that is read. */
export const getDollars = ({ input, cached, output }: TokensUsed, prices: Prices): number =>
  ((input + cached / 10) * prices.input + output * prices.output) / 1e6;

export const together = (uses: readonly TokensUsed[]): TokensUsed =>
  uses.reduce(
    (sum, { input, cached, output }) => ({
      input: sum.input + input,
      cached: sum.cached + cached,
      output: sum.output + output,
    }),
    { input: 0, cached: 0, output: 0 },
  );

/** The most that one wish takes: each round reads the answers before it, two verdicts read two images. */
export const getMost = (iterations: number, maxTokens: number, prices: Prices): number => {
  const read = Array.from({ length: iterations }, (_, n) => 8_000 + n * (maxTokens + 3_000)).reduce((a, b) => a + b);
  return getDollars({ input: read + 10_000, cached: 0, output: iterations * maxTokens + 100 }, prices);
};
