import type { FontView } from '../../contract/schemas/font.ts';
import type { FontRecord } from '../../ports/records.ts';

/** Hundreds between two weights, and the two. */
const weightsFrom = ([least, most]: FontRecord['weights']): number[] => {
  const hundreds = [100, 200, 300, 400, 500, 600, 700, 800, 900].filter((weight) => least < weight && weight < most);
  return [...new Set([least, ...hundreds, most])];
};

/** A font in every answer. */
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
