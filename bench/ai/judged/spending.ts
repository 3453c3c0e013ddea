import type { TokensUsed } from '../../../lambdas/ports/author.ts';

/** Dollars for a million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** Parses `3/15` to prices; undefined for anything else. */
export const readPrices = (text: string): Prices | undefined => {
  const [, input, output] = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  return input === undefined || output === undefined ? undefined : { input: Number(input), output: Number(output) };
};

/** Returns the cost of tokens; one from the model's cache costs a tenth of one that is read. */
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

/** Returns the highest cost of one wish: each round reads the answers before it, two verdicts read two images. */
export const getMost = (iterations: number, maxTokens: number, prices: Prices): number => {
  const read = Array.from({ length: iterations }, (_, n) => 8_000 + n * (maxTokens + 3_000)).reduce((a, b) => a + b);
  return getDollars({ input: read + 10_000, cached: 0, output: iterations * maxTokens + 100 }, prices);
};
