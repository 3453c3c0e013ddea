import { splitList } from '../../../css-tokens.ts';
import type { Style } from '../../../styles/style.ts';
import type { Styled } from './styled.ts';

/** Maximum number of tracks of one axis; a longer list is left as it is. */
const maxTracks = 500;

/** Lines of one axis: the numbers of each name, in order. */
type Lines = ReadonlyMap<string, readonly number[]>;

interface Axis {
  /** The track list without names of lines. */
  readonly tracks: string;
  readonly lines: Map<string, number[]>;
  /** Number of explicit tracks. */
  readonly count: number;
}

/** Splits a track list at white space; `[a b]`, functions and strings stay whole. */
const splitTracks = (list: string): string[] =>
  splitList(
    list.replaceAll(/\[[^[\]]*\]/g, (names) => ` ${names.replaceAll(/\s+/g, '\u0001')} `),
    ' ',
  ).map((part) => part.replaceAll('\u0001', ' '));

/** Returns the tracks and lines of a list; undefined if it repeats for an unknown number of times. */
const readAxis = (list: string): Axis | undefined => {
  const lines = new Map<string, number[]>();
  const tracks: string[] = [];
  let repeats = 0;
  const read = (parts: readonly string[]): boolean =>
    parts.every((part) => {
      if (part.startsWith('[')) {
        for (const name of part.slice(1, -1).trim().split(/\s+/))
          lines.set(name, [...(lines.get(name) ?? []), tracks.length + 1]);
        return true;
      }
      const [, times = '', repeated = ''] = /^repeat\(\s*([\w-]+)\s*,(.*)\)$/is.exec(part) ?? [];
      if (times === '') return tracks.push(part) <= maxTracks;
      repeats += 1;
      const count = Number(times);
      const inner = splitTracks(repeated);
      return (
        repeats <= maxTracks &&
        Number.isInteger(count) &&
        count > 0 &&
        count <= maxTracks &&
        Array.from({ length: count }).every(() => read(inner))
      );
    });
  return read(splitTracks(list)) ? { tracks: tracks.join(' '), lines, count: tracks.length } : undefined;
};

/** Returns the rows of `grid-template-areas`, each a list of names. */
const readAreas = (value: string): string[][] =>
  Array.from(value.matchAll(/"([^"]*)"|'([^']*)'/g), ([, double, single]) =>
    (double ?? single ?? '').trim().split(/\s+/),
  ).slice(0, maxTracks);

const addLine = (lines: Map<string, number[]>, name: string, line: number) => {
  lines.set(
    name,
    [...(lines.get(name) ?? []), line].sort((one, other) => one - other),
  );
};

/** Adds the lines `NAME-start` and `NAME-end` of each area. */
const addAreas = (areas: readonly string[][], rows: Map<string, number[]>, columns: Map<string, number[]>) => {
  const found = new Map<string, { top: number; left: number; bottom: number; right: number }>();
  areas.forEach((names, row) => {
    names.forEach((name, column) => {
      if (/^\.+$/.test(name)) return;
      const area = found.get(name) ?? { top: row, left: column, bottom: row, right: column };
      found.set(name, {
        top: area.top,
        left: Math.min(area.left, column),
        bottom: row,
        right: Math.max(area.right, column),
      });
    });
  });
  for (const [name, { top, left, bottom, right }] of found) {
    addLine(rows, `${name}-start`, top + 1);
    addLine(rows, `${name}-end`, bottom + 2);
    addLine(columns, `${name}-start`, left + 1);
    addLine(columns, `${name}-end`, right + 2);
  }
};

/** Splits `"a b" 40px "c d" 1fr / 120px 1fr` into its areas, rows and columns. */
const splitTemplate = (template: string) => {
  const [rows = '', columns] = splitList(template.replaceAll('/', ' , '), ',');
  if (!/["']/.test(rows)) return { areas: '', rows, columns };
  const areas: string[] = [];
  const tracks: string[] = [];
  let isOpen = false;
  for (const part of splitTracks(rows.replaceAll(/"[^"]*"|'[^']*'/g, (names) => ` ${names} `))) {
    const isArea = /^["']/.test(part);
    if (isArea && isOpen) tracks.push('auto');
    if (isArea) areas.push(part);
    else tracks.push(part);
    if (isArea || !part.startsWith('[')) isOpen = isArea;
  }
  if (isOpen) tracks.push('auto');
  return { areas: areas.join(' '), rows: tracks.join(' '), columns };
};

/** Returns the number of a line, or `span N`, for one end of an item; undefined for a line that does not exist. */
const getLine = (value: string, side: 'start' | 'end', lines: Lines, startLine?: number): string | undefined => {
  if (value === 'auto' || /^-?\d+$/.test(value) || /^span\s+\d+$/i.test(value)) return value;
  const words = value.split(/\s+/);
  const isSpan = words.some((word) => /^span$/i.test(word));
  const nth = Number(words.find((word) => /^-?\d+$/.test(word)) ?? Number.NaN);
  const name = words.find((word) => !/^(?:span|-?\d+)$/i.test(word)) ?? '';
  if (isSpan) {
    const after = (lines.get(name) ?? []).filter((line) => startLine === undefined || line > startLine);
    const line = after[(Number.isNaN(nth) ? 1 : nth) - 1];
    return line === undefined || startLine === undefined ? undefined : String(line);
  }
  const own = lines.get(name) ?? [];
  if (!Number.isNaN(nth)) {
    const line = own.at(nth > 0 ? nth - 1 : nth);
    return line === undefined ? undefined : String(line);
  }
  const line = lines.get(`${name}-${side}`)?.[0] ?? own[0];
  return line === undefined ? undefined : String(line);
};

const named = /[a-z_]/i;

/** Returns `start / end` in numbers for two ends in names. */
const resolveEnds = (start: string, end: string, lines: Lines): string | undefined => {
  const isNamed = [start, end].some((value) => named.test(value.replace(/^(?:auto|span\s+\d+)$/i, '')));
  if (!isNamed) return undefined;
  const first = getLine(start, 'start', lines);
  const last = getLine(end, 'end', lines, first === undefined ? undefined : Number(first));
  return first === undefined && last === undefined ? undefined : `${first ?? 'auto'} / ${last ?? 'auto'}`;
};

/** A single name stands for both ends. */
const isName = (value: string) => named.test(value) && !/^(?:auto|span\b.*)$/i.test(value) && !/\s/.test(value);
const splitSlash = (value: string | number | undefined): string[] =>
  value === undefined
    ? []
    : String(value)
        .split('/')
        .map((part) => part.trim());

/** Replaces the named lines and areas of a grid item with numbers, in place. */
const placeItem = (style: Style, rows: Lines, columns: Lines): void => {
  const [rowStart = 'auto', columnStart, rowEnd, columnEnd] = splitSlash(style.gridArea);
  const orName = (value: string | undefined, start: string) => value ?? (isName(start) ? start : 'auto');
  const columnOfArea = orName(columnStart, rowStart);
  const [firstRow = rowStart, lastRow] = splitSlash(style.gridRow);
  const [firstColumn = columnOfArea, lastColumn] = splitSlash(style.gridColumn);
  const ends = {
    gridRow: [
      String(style.gridRowStart ?? firstRow),
      String(
        style.gridRowEnd ??
          lastRow ??
          (style.gridRow === undefined ? orName(rowEnd, rowStart) : orName(undefined, firstRow)),
      ),
    ],
    gridColumn: [
      String(style.gridColumnStart ?? firstColumn),
      String(
        style.gridColumnEnd ??
          lastColumn ??
          (style.gridColumn === undefined ? orName(columnEnd, columnOfArea) : orName(undefined, firstColumn)),
      ),
    ],
  } as const;
  for (const [name, lines] of [
    ['gridRow', rows],
    ['gridColumn', columns],
  ] as const) {
    const [start = 'auto', end = 'auto'] = ends[name];
    const resolved = resolveEnds(start, end, lines);
    if (resolved === undefined) continue;
    if (style.gridArea !== undefined) {
      const other = name === 'gridRow' ? 'gridColumn' : 'gridRow';
      style[other] ??= ends[other].join(' / ');
      delete style.gridArea;
    }
    delete style[`${name}Start`];
    delete style[`${name}End`];
    style[name] = resolved;
  }
};

/** Replaces named areas and lines of a grid and of its items with numbers: takumi ignores names. */
export const placeGridItems = ({ element, style }: Styled): void => {
  if (!/grid/.test(String(style.display))) return;
  const template = splitTemplate(String(style.gridTemplate ?? ''));
  const areas = readAreas(String(style.gridTemplateAreas ?? template.areas));
  const written = {
    gridTemplateRows: String(style.gridTemplateRows ?? template.rows),
    gridTemplateColumns: String(style.gridTemplateColumns ?? template.columns ?? ''),
  };
  const rows = readAxis(written.gridTemplateRows);
  const columns = readAxis(written.gridTemplateColumns);
  const isNamed = areas.length > 0 || Object.values(written).some((list) => list.includes('['));
  if (!rows || !columns || !isNamed) return;
  addAreas(areas, rows.lines, columns.lines);
  const across = Math.max(0, ...areas.map((names) => names.length));
  const fill = ({ tracks, count }: Axis, least: number) =>
    count >= least
      ? tracks
      : `${count === 1 && tracks === 'none' ? '' : tracks} ${'auto '.repeat(least - count)}`.trim();
  delete style.gridTemplateAreas;
  delete style.gridTemplate;
  const down = fill(rows, areas.length);
  const right = fill(columns, across);
  if (down !== '') style.gridTemplateRows = down;
  if (right !== '') style.gridTemplateColumns = right;
  for (const child of element.props.children ?? []) {
    if (typeof child === 'string') continue;
    child.props.style ??= {};
    placeItem(child.props.style, rows.lines, columns.lines);
  }
};
