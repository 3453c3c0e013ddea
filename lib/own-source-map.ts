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
export const ownPartOf = (map: SourceMap, nameOf: (source: string) => string | undefined): SourceMap | undefined => {
  const kept: string[] = [];
  const places = new Map<number, number>();
  for (const [index, source] of map.sources.entries()) {
    const name = nameOf(source);
    if (name !== undefined) places.set(index, kept.push(name) - 1);
  }
  if (kept.length === 0) return undefined;
  const lines = decode(map.mappings).map((segments) => {
    const own: SourceMapSegment[] = [];
    for (const [column, source, line, sourceColumn] of segments) {
      const place = source === undefined ? undefined : places.get(source);
      if (place !== undefined) own.push([column, place, line ?? 0, sourceColumn ?? 0]);
      // once is enough: it holds until the next place
      else if (own.at(-1)?.length !== 1) own.push([column]);
    }
    return own;
  });
  return { ...map, sources: kept, names: [], mappings: encode(lines) };
};
