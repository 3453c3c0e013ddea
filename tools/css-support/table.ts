import { engines } from 'image-url-engine/engines/engines.ts';
import { measuredEngines } from 'image-url-engine/lint/tree/css-support.ts';
import { getInputHash } from './declarations.ts';
import type { Measured } from './measure.ts';

/** Returns the signs of a row: one for each engine. */
const getSigns = ({ isRead, verdicts }: Measured): string => {
  const plain = isRead ? '.' : 'x';
  return measuredEngines.map((engine) => verdicts?.[engine] ?? plain).join('');
};

/** Writes the table that the lint reads: a line for each property. */
export const writeTable = (measured: readonly Measured[], chromium: string): string => {
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
  return `{\n  "input": "${getInputHash()}",\n  "by": ${JSON.stringify(by)},\n  "properties": {\n${lines.join(',\n')}\n  }\n}\n`;
};
