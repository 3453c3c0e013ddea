import { cards } from './cards.ts';
import { compare, describeRatio } from './ratios.ts';
import { formats, type Measured } from './warm.ts';

/** Returns a table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const width = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(width[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(width.map((size) => '-'.repeat(size))), ...rows.map(line)].join('\n');
};

const time = (one: Measured) => one.time.median;
const length = (one: Measured) => one.length;

/** Returns the ratios of each other engine's times and bytes to one engine's. */
export const ratioTable = (measured: readonly Measured[], ours: string): string => {
  const others = [...new Set(measured.map(({ engine }) => engine))].filter((engine) => engine !== ours);
  const measuredFormats = formats.filter((format) => measured.some((one) => one.format === format));
  return table(
    [
      'engine',
      ...measuredFormats.map((format) => `time, ${format}`),
      ...measuredFormats.map((format) => `bytes, ${format}`),
    ],
    others.map((engine) => [
      engine,
      ...measuredFormats.map((format) => describeRatio(compare(measured, format, [engine, ours], time))),
      ...measuredFormats.map((format) => compare(measured, format, [engine, ours], length)?.mean.toFixed(2) ?? ''),
    ]),
  );
};

/** Returns milliseconds and kilobytes by card, for one format. */
export const timeTable = (measured: readonly Measured[], format: string): string => {
  const engines = [...new Set(measured.map(({ engine }) => engine))];
  const rows = cards.flatMap((card) => {
    const own = engines.map((engine) =>
      measured.find((one) => one.engine === engine && one.card === card.name && one.format === format),
    );
    if (own.every((one) => one === undefined)) return [];
    const cell = (one: Measured | undefined) =>
      one ? `${one.time.median.toFixed(1)} ms, ${(one.length / 1024).toFixed(0)} KB` : '';
    return [[card.name, ...own.map(cell)]];
  });
  return table([format, ...engines], rows);
};

/** Returns the share of each stage in one engine's time. */
export const stageTable = (measured: readonly Measured[], engine: string): string => {
  const own = measured.filter((one) => one.engine === engine);
  const stages = Object.keys(own[0]?.stages ?? {});
  return table(
    ['ms', 'format', ...stages, 'all'],
    own.map(({ card, format, stages: taken, time: { median } }) => [
      card,
      format,
      ...stages.map((stage) => (taken[stage] ?? 0).toFixed(1)),
      median.toFixed(1),
    ]),
  );
};

/** Returns the ratios of this tree's milliseconds to another revision's, by card and format. */
export const againstTable = (measured: readonly Measured[], ref: string, ours = 'ours-takumi'): string => {
  const find = (engine: string, card: string, format: string) =>
    measured.find((one) => one.engine === engine && one.card === card && one.format === format);
  const cell = (card: string, format: string) => {
    const [now, then] = [find(ours, card, format), find(ref, card, format)];
    if (!now || !then) return '';
    return `${(now.time.median / then.time.median).toFixed(2)} (${now.time.median.toFixed(1)} / ${then.time.median.toFixed(1)} ms)`;
  };
  return table(
    ['now / then', ...formats],
    cards.map(({ name }) => [name, ...formats.map((format) => cell(name, format))]),
  );
};
