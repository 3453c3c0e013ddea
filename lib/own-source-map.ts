import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

interface SourceMap {
  readonly version: 3;
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/**
 * The part of a source map that leads into this project's own code. Most of a bundle is libraries, and nobody looks for
 * their lines; what is theirs becomes a place without a source.
 *
 * @param nameOf a source's name in this project, by its path as the map has it; undefined for a library's.
 * @returns undefined when nothing is left.
 */
export const getOwnPart = (map: SourceMap, getName: (source: string) => string | undefined): SourceMap | undefined => {
  const cached: string[] = [];
  const positions = new Map<number, number>();
  for (const [index, source] of map.sources.entries()) {
    const name = getName(source);
    if (name !== undefined) positions.set(index, cached.push(name) - 1);
  }
  if (cached.length === 0) return undefined;
  const lines = decode(map.mappings).map((segments) => {
    const own: SourceMapSegment[] = [];
    for (const [column, source, line, sourceColumn] of segments) {
      const position = source === undefined ? undefined : positions.get(source);
      if (position !== undefined) own.push([column, position, line ?? 0, sourceColumn ?? 0]);
      // once is enough: it holds until the next place
      else if (own.at(-1)?.length !== 1) own.push([column]);
    }
    return own;
  });
  return { ...map, sources: cached, names: [], mappings: encode(lines) };
};
