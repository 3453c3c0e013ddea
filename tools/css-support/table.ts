import { createHash } from 'node:crypto';
import { engines } from '#engine/engines/engines.ts';
import { measuredEngines } from '#engine/lint/tree/css-support.ts';
import { getInputHash } from './declarations.ts';
import type { Measured } from './measure.ts';
import type { SheetVerdict } from './measure-sheets.ts';

/** Returns the signs of a row: one for each engine. */
const getSigns = ({ isRead, verdicts }: Measured): string => {
  const plain = isRead ? '.' : 'x';
  return measuredEngines.map((engine) => verdicts?.[engine] ?? plain).join('');
};

/** Returns a hash of what was measured: a row that is changed by hand does not have it. */
export const getRowsHash = ({ sheets, properties }: Rows): string =>
  createHash('sha256')
    .update(JSON.stringify([sheets, properties]))
    .digest('hex')
    .slice(0, 16);

interface Rows {
  readonly sheets: unknown;
  readonly properties: unknown;
}

/** Writes the table that the lint reads: a line for each property, and for each verdict on selectors and at-rules. */
export const writeTable = (
  measured: readonly Measured[],
  sheets: ReadonlyMap<string, SheetVerdict>,
  chromium: string,
): string => {
  const byProperty = Object.groupBy(measured, ({ property }) => property);
  const lines = Object.entries(byProperty).map(([property, rows = []]) => {
    const bySigns = Object.groupBy(rows, getSigns);
    const forms = Object.fromEntries(
      Object.entries(bySigns)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([signs, ones = []]) => [signs, ones.map(({ form }) => form)]),
    );
    return `    ${JSON.stringify(property)}: ${JSON.stringify(forms)}`;
  });
  const by = {
    chromium,
    takumi: engines.takumi.parts['@takumi-rs/core'],
    satori: engines.satori.parts.satori,
  };
  const verdicts = Object.groupBy([...sheets], ([, verdict]) => verdict);
  const sheetLines = Object.entries(verdicts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([verdict, ones]) => `    ${JSON.stringify(verdict)}: ${JSON.stringify(ones.map(([form]) => form))}`);
  const part = (name: string, own: readonly string[]) => `  "${name}": {\n${own.join(',\n')}\n  }`;
  const rows = [part('sheets', sheetLines), part('properties', lines)].join(',\n');
  return `{
  "input": "${getInputHash()}",
  "rows": "${getRowsHash(JSON.parse(`{${rows}}`))}",
  "by": ${JSON.stringify(by)},
${rows}
}
`;
};
