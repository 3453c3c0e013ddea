import { LRUCache } from 'lru-cache';
import type { Box } from './geometry.ts';

/** Characters of all kept paths together. */
const largestKept = 4_000_000;
const kept = new LRUCache<string, { readonly box: Box | undefined }>({
  maxSize: largestKept,
  sizeCalculation: (_box, { length }) => length + 1,
});

/** Numbers each command takes. */
const lengths: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7 };

/**
 * A box that holds a path: the box of its points and control points, and of the ellipses its arcs are parts of. It may be larger than
 * what is drawn, never smaller. Kept by the path: a line of text is asked about several times for each picture it is in.
 *
 * @returns undefined for a path without points, or one that cannot be read.
 */
export const pathBox = (d: string): Box | undefined => {
  const known = kept.get(d);
  if (known) return known.box;
  const box = readBox(d);
  // a copy: as a part of its document, the path would keep all of that
  kept.set(Buffer.from(d).toString(), { box });
  return box;
};

const readBox = (d: string): Box | undefined => {
  const pen = new Pen();
  const values = [0, 0, 0, 0, 0, 0, 0];
  let command = '';
  let wanted = 0;
  let count = 0;
  for (let at = 0; at < d.length; ) {
    const code = d.charCodeAt(at);
    if (isNumberPart(code)) {
      const end = numberEnd(d, at);
      values[count] = numberOf(d, at, end);
      count += 1;
      at = end;
      if (count === wanted) {
        pen.draw(command, values);
        count = 0;
        command = repeated[command] ?? command;
      }
    } else {
      at += 1;
      if (code <= 32 || code === comma) continue;
      command = d[at - 1] as string;
      wanted = lengths[command.toLowerCase()] ?? 0;
      count = 0;
      if (wanted === 0 && !closes(command)) return undefined;
      if (wanted === 0) pen.close();
    }
  }
  return pen.box();
};

/** What a command with more numbers than it takes goes on as. */
const repeated: Readonly<Record<string, string>> = { m: 'l', M: 'L' };
const closes = (command: string) => command === 'z' || command === 'Z';

const [comma, minus, plus, dot, letterE, lowerE] = [44, 45, 43, 46, 69, 101];
const isDigit = (code: number) => code >= 48 && code <= 57;
const isNumberPart = (code: number) => isDigit(code) || code === minus || code === plus || code === dot;

/** A number may end without a space: `1.5-2` and `.5.5` are two numbers, `1e-3` is one. */
const numberEnd = (d: string, start: number): number => {
  let at = start + 1;
  let hasDot = d.charCodeAt(start) === dot;
  for (; at < d.length; at += 1) {
    const code = d.charCodeAt(at);
    if (isDigit(code)) continue;
    if (code === dot && !hasDot) {
      hasDot = true;
    } else if (code === lowerE || code === letterE) {
      hasDot = true;
      const next = d.charCodeAt(at + 1);
      if (next === minus || next === plus) at += 1;
    } else {
      break;
    }
  }
  return at;
};

/** The number between two places: cutting it out to read it would take most of the time of a long path. */
const numberOf = (d: string, start: number, end: number): number => {
  const first = d.charCodeAt(start);
  let whole = 0;
  let unit = 0;
  for (let at = first === minus || first === plus ? start + 1 : start; at < end; at += 1) {
    const code = d.charCodeAt(at);
    if (code === dot) {
      unit = 1;
    } else if (isDigit(code)) {
      whole = whole * 10 + code - 48;
      unit *= 10;
    } else {
      return Number(d.slice(start, end));
    }
  }
  if (whole > Number.MAX_SAFE_INTEGER) return Number(d.slice(start, end));
  const amount = unit > 1 ? whole / unit : whole;
  return first === minus ? -amount : amount;
};

/** Follows a path's commands and keeps the box around them. */
class Pen {
  private x = 0;
  private y = 0;
  private startX = 0;
  private startY = 0;
  private left = Number.POSITIVE_INFINITY;
  private top = Number.POSITIVE_INFINITY;
  private right = Number.NEGATIVE_INFINITY;
  private bottom = Number.NEGATIVE_INFINITY;

  close(): void {
    this.x = this.startX;
    this.y = this.startY;
  }

  draw(command: string, values: readonly number[]): void {
    const kind = command.toLowerCase();
    const [fromX, fromY] = command === kind ? [this.x, this.y] : [0, 0];
    if (kind === 'h') this.x = fromX + (values[0] as number);
    else if (kind === 'v') this.y = fromY + (values[0] as number);
    else if (kind === 'a') this.arc(values, fromX, fromY);
    else this.points(values, lengths[kind] as number, fromX, fromY);
    this.add(this.x, this.y);
    if (kind === 'm') [this.startX, this.startY] = [this.x, this.y];
  }

  box(): Box | undefined {
    const { left, top, right, bottom } = this;
    return [left, top, right, bottom].every(Number.isFinite) ? { left, top, right, bottom } : undefined;
  }

  private points(values: readonly number[], length: number, fromX: number, fromY: number): void {
    for (let at = 0; at < length; at += 2) this.add(fromX + (values[at] as number), fromY + (values[at + 1] as number));
    this.x = fromX + (values[length - 2] as number);
    this.y = fromY + (values[length - 1] as number);
  }

  private arc(values: readonly number[], fromX: number, fromY: number): void {
    const [rx = 0, ry = 0, rotation = 0, isLarge = 0, isSweep = 0, endX = 0, endY = 0] = values;
    const [toX, toY] = [fromX + endX, fromY + endY];
    const ellipse = ellipseOf(
      { x: this.x, y: this.y },
      { x: toX, y: toY },
      { rx: Math.abs(rx), ry: Math.abs(ry), rotation, isSide: isLarge !== isSweep },
    );
    if (ellipse) {
      // a little more, for the error of rounding
      this.add(ellipse.x - ellipse.reachX - 0.01, ellipse.y - ellipse.reachY - 0.01);
      this.add(ellipse.x + ellipse.reachX + 0.01, ellipse.y + ellipse.reachY + 0.01);
    }
    [this.x, this.y] = [toX, toY];
  }

  private add(x: number, y: number): void {
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.top) this.top = y;
    if (y > this.bottom) this.bottom = y;
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The ellipse an arc is a part of: its middle, and how far it reaches from there. Radii too small to reach the end grow.
 *
 * @returns undefined for an arc that is a straight line.
 * Source: SVG 1.1, appendix F.6.
 */
const ellipseOf = (
  from: Point,
  to: Point,
  given: { rx: number; ry: number; rotation: number; isSide: boolean },
): (Point & { readonly reachX: number; readonly reachY: number }) | undefined => {
  if (given.rx === 0 || given.ry === 0 || (from.x === to.x && from.y === to.y)) return undefined;
  const angle = (given.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const half = { x: (from.x - to.x) / 2, y: (from.y - to.y) / 2 };
  const turned = { x: cos * half.x + sin * half.y, y: cos * half.y - sin * half.x };
  const tooFar = (turned.x / given.rx) ** 2 + (turned.y / given.ry) ** 2;
  const growth = Math.max(1, Math.sqrt(tooFar));
  const [rx, ry] = [given.rx * growth, given.ry * growth];
  const distance = Math.sqrt(Math.max(0, 1 / Math.max(tooFar, 1e-12) - 1)) * (given.isSide ? 1 : -1);
  const middle =
    growth > 1 ? { x: 0, y: 0 } : { x: (distance * rx * turned.y) / ry, y: (-distance * ry * turned.x) / rx };
  return {
    x: cos * middle.x - sin * middle.y + (from.x + to.x) / 2,
    y: sin * middle.x + cos * middle.y + (from.y + to.y) / 2,
    reachX: Math.hypot(rx * cos, ry * sin),
    reachY: Math.hypot(rx * sin, ry * cos),
  };
};
