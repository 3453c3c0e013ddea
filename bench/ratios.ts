import type { Measured } from './warm.ts';

/** Ratio of two engines: the geometric mean over the cards, the smallest and the largest. */
export interface Ratio {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

const getRatio = (values: readonly number[]): Ratio => ({
  mean: Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length),
  least: Math.min(...values),
  most: Math.max(...values),
});

/** Compares one engine's times or lengths with another's, card by card. */
export const compare = (
  measured: readonly Measured[],
  format: string,
  [above, below]: readonly [string, string],
  what: (one: Measured) => number,
): Ratio | undefined => {
  const find = (engine: string, card: string) =>
    measured.find((one) => one.engine === engine && one.card === card && one.format === format);
  const cards = new Set(measured.map(({ card }) => card));
  const values = [...cards].flatMap((card) => {
    const [first, second] = [find(above, card), find(below, card)];
    return first && second ? [what(first) / what(second)] : [];
  });
  return values.length === 0 ? undefined : getRatio(values);
};

/** `3.4 (1.8 to 7.1)` */
export const describeRatio = (ratio: Ratio | undefined): string =>
  ratio === undefined
    ? 'not measured'
    : `${ratio.mean.toFixed(2)} (${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)})`;
