const space = /\s+/y;
const lineEnd = /[\n\r\u2028\u2029]/g;

/**
 * Position after the white space and comments that stand at a place of a source; the place itself where there are none.
 *
 * @param lastClose where the last comment of the source closes: what opens behind it is no comment, and is not searched for
 * its end again and again.
 */
export const afterSpace = (source: string, from: number, lastClose: number): number => {
  let at = from;
  for (;;) {
    space.lastIndex = at;
    if (space.test(source)) at = space.lastIndex;
    else if (source.startsWith('//', at)) at = endOfLine(source, at);
    else if (source.startsWith('/*', at) && at + 2 <= lastClose) at = source.indexOf('*/', at + 2) + 2;
    else return at;
  }
};

const endOfLine = (source: string, at: number): number => {
  lineEnd.lastIndex = at;
  return lineEnd.exec(source)?.index ?? source.length;
};
