const skipped = /(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/)*/y;

/** Position after the white space and comments that stand at a place of a source; the place itself where there are none. */
export const afterSpace = (source: string, from: number): number => {
  skipped.lastIndex = from;
  skipped.test(source);
  return skipped.lastIndex;
};
