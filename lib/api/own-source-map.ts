import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

interface SourceMap {
  readonly version: 3;
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/**
 * Reduces a source map to the code of this project. Positions in libraries, which are most of a bundle, get no source.
 *
 * @param getName returns a source's path in this project by its path in the map; undefined for a library
 * @returns undefined if nothing is left
 */
export const getOwnPart = (map: SourceMap, getName: (source: string) => string | undefined): SourceMap | undefined => {
  const sources: string[] = [];
  const positions = new Map<number, number>();
  for (const [index, source] of map.sources.entries()) {
    const name = getName(source);
    if (name !== undefined) positions.set(index, sources.push(name) - 1);
  }
  if (sources.length === 0) return undefined;
  const lines = decode(map.mappings).map((segments) => {
    const own: SourceMapSegment[] = [];
    for (const [column, source, line, sourceColumn] of segments) {
      const position = source === undefined ? undefined : positions.get(source);
      if (position !== undefined) own.push([column, position, line ?? 0, sourceColumn ?? 0]);
      // one is enough: it applies until the next position
      else if (own.at(-1)?.length !== 1) own.push([column]);
    }
    return own;
  });
  return { ...map, sources: sources, names: [], mappings: encode(lines) };
};
