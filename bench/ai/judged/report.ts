import type { Cached } from './bench.ts';

const mean = (values: readonly number[]): string =>
  values.length === 0 ? '-' : (values.reduce((a, b) => a + b, 0) / values.length).toFixed(1);

const row = (kind: string, stored: readonly Cached[]): string => {
  const ofBoth = (value: (outcome: NonNullable<Cached['single']>) => number) =>
    (['single', 'looked'] as const)
      .map((way) => mean(stored.flatMap((one) => (one[way] ? [value(one[way])] : []))))
      .join(' / ');
  const count = (verdict: Cached['verdict']) => stored.filter((one) => one.verdict === verdict).length;
  const none = (['single', 'looked'] as const).map((way) => stored.filter((one) => !one[way]).length).join(' / ');
  const dollars = stored.reduce((sum, one) => sum + one.dollars, 0);
  const tokens = stored.reduce((sum, { tokens: { input, cached, output } }) => sum + input + cached + output, 0);
  const cells = [
    kind,
    stored.length,
    none,
    ofBoth(({ findings: diagnostics }) => diagnostics.length),
    ofBoth(({ edgeCaseFailures }) => edgeCaseFailures),
    ofBoth(({ score }) => score),
    mean(stored.map(({ rounds: iterations }) => iterations)),
    tokens.toLocaleString('en'),
    dollars.toFixed(2),
    `${count('looked')} / ${count('draw')} / ${count('single')}`,
  ];
  return `| ${cells.join(' | ')} |`;
};

/** Returns the outcomes by kind. Of two numbers, the first is for a single answer, the second for all rounds. */
export const getReport = (stored: readonly Cached[]): string => {
  const kinds = Object.entries(Object.groupBy(stored, ({ wish }) => wish.kind));
  return [
    '| Kind | Wishes | No template | Findings | Stress failures | Score | Rounds | Tokens | Dollars | Rounds better / render / single shot better |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...kinds.map(([kind, some = []]) => row(kind, some)),
    row('all', stored),
  ].join('\n');
};
