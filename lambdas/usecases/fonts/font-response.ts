import type { FontView } from '../../contract/schemas/font.ts';
import type { FontRecord } from '../../ports/records.ts';

/** Returns the lowest and the highest weight, and every multiple of 100 between them. */
const weightsFrom = ([least, most]: FontRecord['weights']): number[] => {
  const hundreds = [100, 200, 300, 400, 500, 600, 700, 800, 900].filter((weight) => least < weight && weight < most);
  return [...new Set([least, ...hundreds, most])];
};

/** Converts a font record to the font of an API response. */
export const toFontResponse = ({
  fontId,
  family,
  isVariable,
  bytes,
  hash,
  weights,
  styles,
  createdAt,
  scripts,
}: FontRecord): FontView => ({
  ...{ fontId, family, isVariable, bytes, sha256: hash },
  faces: styles.flatMap((style) => weightsFrom(weights).map((weight) => ({ weight, style }))),
  scripts: [...scripts],
  createdAt: createdAt.toISOString(),
});
