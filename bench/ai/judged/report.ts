import type { Kept } from './bench.ts';

const mean = (values: readonly number[]): string =>
  values.length === 0 ? '-' : (values.reduce((a, b) => a + b, 0) / values.length).toFixed(1);

const row = (kind: string, kept: readonly Kept[]): string => {
  const ofBoth = (value: (outcome: NonNullable<Kept['single']>) => number) =>
    (['single', 'looked'] as const)
      .map((way) => mean(kept.flatMap((one) => (one[way] ? [value(one[way])] : []))))
      .join(' / ');
  const count = (verdict: Kept['verdict']) => kept.filter((one) => one.verdict === verdict).length;
  const none = (['single', 'looked'] as const).map((way) => kept.filter((one) => !one[way]).length).join(' / ');
  const dollars = kept.reduce((sum, one) => sum + one.dollars, 0);
  const tokens = kept.reduce((sum, { tokens: { input, cached, output } }) => sum + input + cached + output, 0);
  const cells = [
    kind,
    kept.length,
    none,
    ofBoth(({ findings }) => findings.length),
    ofBoth(({ stressFailures }) => stressFailures),
    ofBoth(({ score }) => score),
    mean(kept.map(({ rounds }) => rounds)),
    tokens.toLocaleString('en'),
    dollars.toFixed(2),
    `${count('looked')} / ${count('draw')} / ${count('single')}`,
  ];
  return `| ${cells.join(' | ')} |`;
};

/** What came of the wishes, by kind. Two numbers are those of the single shot and of the rounds. */
export const reportOf = (kept: readonly Kept[]): string => {
  const kinds = Object.entries(Object.groupBy(kept, ({ wish }) => wish.kind));
  return [
    '| Kind | Wishes | No template | Findings | Stress failures | Score | Rounds | Tokens | Dollars | Rounds better / draw / single shot better |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...kinds.map(([kind, some = []]) => row(kind, some)),
    row('all', kept),
  ].join('\n');
};
