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

/** Returns milliseconds and kilobytes of each engine by format, means over the cards. */
export const timeTable = (measured: readonly Measured[]): string => {
  const engines = [...new Set(measured.map(({ engine }) => engine))];
  const cell = (engine: string, format: string) => {
    const own = measured.filter((one) => one.engine === engine && one.format === format);
    return `${getMean(own, time).toFixed(1)} ms, ${(getMean(own, length) / 1024).toFixed(0)} KB`;
  };
  return table(
    ['engine', ...formats],
    engines.map((engine) => [engine, ...formats.map((format) => cell(engine, format))]),
  );
};

const getMean = (measured: readonly Measured[], pick: (one: Measured) => number): number =>
  measured.reduce((sum, one) => sum + pick(one), 0) / measured.length;

/** Returns the milliseconds of each stage of our engines by format, means over the cards. */
export const stageTable = (measured: readonly Measured[], engines: readonly string[]): string => {
  const rows = engines.flatMap((engine) =>
    formats.map((format) => {
      const own = measured.filter((one) => one.engine === engine && one.format === format);
      return [
        engine,
        format,
        ...stages.map((stage) => getMean(own, ({ stages: taken }) => taken[stage] ?? Number.NaN).toFixed(1)),
      ];
    }),
  );
  return table(['ms', 'format', ...stages], rows);
};

const stages = ['evaluate', 'layout', 'raster', 'encode', 'between processes'];

const find = (measured: readonly Measured[], engine: string, card: string, format: string): Measured | undefined =>
  measured.find((one) => one.engine === engine && one.card === card && one.format === format);

/** Returns the ratios of one engine's milliseconds to another's, by card and format. */
export const againstTable = (measured: readonly Measured[], [now, then]: readonly [string, string]): string => {
  const cell = (card: string, format: string) => {
    const [ours, theirs] = [find(measured, now, card, format), find(measured, then, card, format)];
    if (!ours || !theirs) return '';
    const [after, before] = [ours.time.median, theirs.time.median];
    return `${(after / before).toFixed(2)} (${after.toFixed(1)} / ${before.toFixed(1)} ms)`;
  };
  return table(
    ['now / then', ...formats],
    cards.map(({ name }) => [name, ...formats.map((format) => cell(name, format))]),
  );
};
