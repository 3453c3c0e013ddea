import type { Box } from './geometry.ts';

/** Numbers each command takes. */
const lengths: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7 };

const token = /([mlhvcsqtaz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/gi;

/**
 * A box that holds a path: the box of its points and control points, widened by the radii of arcs. It may be larger than
 * what is drawn, never smaller.
 *
 * @returns undefined for a path without points, or one that cannot be read.
 */
export const pathBox = (d: string): Box | undefined => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (px: number, py: number, by = 0) => {
    left = Math.min(left, px - by);
    right = Math.max(right, px + by);
    top = Math.min(top, py - by);
    bottom = Math.max(bottom, py + by);
  };
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let command = '';
  let values: number[] = [];
  for (const [, letter, number] of d.matchAll(token)) {
    if (letter !== undefined) {
      if (letter === 'z' || letter === 'Z') [x, y] = [startX, startY];
      command = letter;
      values = [];
      continue;
    }
    values.push(Number(number));
    const kind = command.toLowerCase();
    if (values.length < (lengths[kind] ?? Infinity)) continue;
    const isRelative = command === kind;
    const [fromX, fromY] = isRelative ? [x, y] : [0, 0];
    if (kind === 'h') x = fromX + (values[0] as number);
    else if (kind === 'v') y = fromY + (values[0] as number);
    else if (kind === 'a') {
      const [rx = 0, ry = 0, , , , endX = 0, endY = 0] = values;
      const end = [fromX + endX, fromY + endY] as const;
      // An arc's radii grow until it reaches its end.
      const reach = 2 * Math.max(Math.abs(rx), Math.abs(ry), Math.hypot(end[0] - x, end[1] - y));
      const isFlat = rx === 0 || ry === 0;
      if (!isFlat) add(x, y, reach);
      [x, y] = end;
    } else {
      for (let at = 0; at < values.length; at += 2)
        add(fromX + (values[at] as number), fromY + (values[at + 1] as number));
      [x, y] = [fromX + (values.at(-2) as number), fromY + (values.at(-1) as number)];
    }
    add(x, y);
    if (kind === 'm') {
      [startX, startY] = [x, y];
      command = isRelative ? 'l' : 'L';
    }
    values = [];
  }
  return [left, top, right, bottom].every(Number.isFinite) ? { left, top, right, bottom } : undefined;
};
