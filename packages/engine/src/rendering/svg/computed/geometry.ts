import type { XmlElement } from '../xml.ts';
import { identity, type Matrix, readTransformAttribute } from './matrix.ts';

/** A box in user units. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Point = readonly [x: number, y: number];

/** Pieces of one curve: its length is then right to a thousandth. */
const pieces = 32;
/** Maximum points of one shape; a longer path is not measured. */
const maxPoints = 200_000;

const numberIn = (attributes: XmlElement['attributes'], name: string): number => {
  const value = Number.parseFloat(attributes[name] ?? '');
  return Number.isFinite(value) ? value : 0;
};

const ellipse = (cx: number, cy: number, rx: number, ry: number): Point[] =>
  Array.from({ length: pieces * 4 + 1 }, (_, at) => {
    const angle = (at * Math.PI) / (2 * pieces);
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });

/** Returns the lines that a shape consists of, from its attributes in user units; undefined if it is no shape. */
const toLines = ({ name, attributes }: XmlElement): readonly Point[][] | undefined => {
  const at = (key: string) => numberIn(attributes, key);
  switch (name) {
    case 'rect':
    case 'image':
    case 'svg':
    case 'use':
    case 'foreignObject': {
      const [x, y, width, height] = [at('x'), at('y'), at('width'), at('height')];
      if (name === 'rect' && (attributes.rx !== undefined || attributes.ry !== undefined))
        return roundRect([x, y, width, height], attributes.rx, attributes.ry);
      return [
        [
          [x, y],
          [x + width, y],
          [x + width, y + height],
          [x, y + height],
          [x, y],
        ],
      ];
    }
    case 'circle':
      return [ellipse(at('cx'), at('cy'), at('r'), at('r'))];
    case 'ellipse':
      return [ellipse(at('cx'), at('cy'), at('rx'), at('ry'))];
    case 'line':
      return [
        [
          [at('x1'), at('y1')],
          [at('x2'), at('y2')],
        ],
      ];
    case 'polyline':
    case 'polygon': {
      const numbers = (attributes.points ?? '').match(number)?.map(Number) ?? [];
      const points: Point[] = [];
      for (let n = 0; n + 1 < numbers.length; n += 2) points.push([numbers[n] as number, numbers[n + 1] as number]);
      const [first] = points;
      return [name === 'polygon' && first ? [...points, first] : points];
    }
    case 'path':
      return flattenPath(attributes.d ?? '');
    default:
      return undefined;
  }
};

const roundRect = ([x, y, width, height]: readonly number[], rx?: string, ry?: string): Point[][] => {
  const [own, other] = [Number.parseFloat(rx ?? ry ?? ''), Number.parseFloat(ry ?? rx ?? '')];
  const [left = 0, top = 0, across = 0, down = 0] = [x, y, width, height];
  const [a, b] = [Math.min(own || 0, across / 2), Math.min(other || 0, down / 2)];
  const corner = (cx: number, cy: number, from: number): Point[] =>
    Array.from({ length: pieces + 1 }, (_, at) => {
      const angle = ((from + (at * 90) / pieces) * Math.PI) / 180;
      return [cx + a * Math.cos(angle), cy + b * Math.sin(angle)];
    });
  const [right, bottom] = [left + across, top + down];
  const line = [
    ...corner(right - a, top + b, 270),
    ...corner(right - a, bottom - b, 0),
    ...corner(left + a, bottom - b, 90),
    ...corner(left + a, top + b, 180),
  ];
  return [[...line, line[0] as Point]];
};

const number = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/gi;
const argumentsOf: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** Where a path is drawn on, and what its curves go on from. */
interface Pen {
  readonly lines: Point[][];
  line: Point[];
  at: Point;
  start: Point;
  /** The last control point, and the kind of curve that it is of. */
  control: readonly [kind: string, point: Point] | undefined;
}

const begin = (pen: Pen, point: Point): void => {
  pen.at = point;
  pen.start = point;
  pen.line = [point];
  pen.lines.push(pen.line);
};

const go = (pen: Pen, point: Point): void => {
  pen.line.push(point);
  pen.at = point;
};

const curve = (pen: Pen, at: (t: number) => Point): void => {
  for (let n = 1; n <= pieces; n += 1) go(pen, at(n / pieces));
};

/** Returns the control point that a curve of the same kind goes on with. */
const mirror = ({ at, control }: Pen, kind: string): Point =>
  control?.[0] === kind ? [2 * at[0] - control[1][0], 2 * at[1] - control[1][1]] : at;

/** What each command draws. @param point returns a point of its arguments. */
const commands: Readonly<Record<string, (pen: Pen, point: (at: number) => Point, own: readonly number[]) => void>> = {
  m: (pen, point) => begin(pen, point(0)),
  l: (pen, point) => go(pen, point(0)),
  c: (pen, point) => {
    const [from, second] = [pen.at, point(2)];
    curve(pen, (t) => cubic(t, from, point(0), second, point(4)));
    pen.control = ['c', second];
  },
  s: (pen, point) => {
    const [from, first, second] = [pen.at, mirror(pen, 'c'), point(0)];
    curve(pen, (t) => cubic(t, from, first, second, point(2)));
    pen.control = ['c', second];
  },
  q: (pen, point) => {
    const [from, middle] = [pen.at, point(0)];
    curve(pen, (t) => quadratic(t, from, middle, point(2)));
    pen.control = ['q', middle];
  },
  t: (pen, point) => {
    const [from, middle] = [pen.at, mirror(pen, 'q')];
    curve(pen, (t) => quadratic(t, from, middle, point(0)));
    pen.control = ['q', middle];
  },
  a: (pen, point, own) => curve(pen, arc(pen.at, own, point(5))),
};

const draw = (pen: Pen, command: string, own: readonly number[], isRelative: boolean): void => {
  const [x, y] = pen.at;
  const [ox, oy] = isRelative ? pen.at : [0, 0];
  const point = (at: number): Point => [(own[at] ?? 0) + ox, (own[at + 1] ?? 0) + oy];
  if (!/[csqt]/.test(command)) pen.control = undefined;
  if (command === 'h') go(pen, [(own[0] ?? 0) + ox, y]);
  else if (command === 'v') go(pen, [x, (own[0] ?? 0) + oy]);
  else if (command === 'z') {
    go(pen, pen.start);
    begin(pen, pen.start);
  } else commands[command]?.(pen, point, own);
};

/** Returns the lines of path data; curves as many short ones. */
const flattenPath = (d: string): Point[][] => {
  const pen: Pen = { lines: [], line: [], at: [0, 0], start: [0, 0], control: undefined };
  let count = 0;
  for (const [, command = '', list = ''] of d.matchAll(/([a-z])([^a-df-z]*)/gi)) {
    const lower = command.toLowerCase();
    const size = argumentsOf[lower];
    if (size === undefined) break;
    const numbers = lower === 'a' ? readArcs(list) : (list.match(number) ?? []).map(Number);
    const times = size === 0 ? 1 : Math.floor(numbers.length / size);
    count += times * pieces;
    if (count > maxPoints) break;
    for (let n = 0; n < times; n += 1) {
      const kind = lower === 'm' && n > 0 ? 'l' : lower;
      draw(pen, kind, numbers.slice(n * size, (n + 1) * size), command === lower);
    }
  }
  return pen.lines;
};

const separators = /[\s,]*/y;
const numberHere = new RegExp(number.source, 'iy');
const flagHere = /[01]/y;

/** Reads the arguments of arcs, whose flags need no space behind them. Ends at what is no argument. */
const readArcs = (list: string): number[] => {
  const numbers: number[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const text = pattern.exec(list)?.[0];
    at += text?.length ?? 0;
    return text;
  };
  for (;;) {
    take(separators);
    const place = numbers.length % 7;
    const found = take(place === 3 || place === 4 ? flagHere : numberHere);
    if (found === undefined) return numbers;
    numbers.push(Number(found));
  }
};

const cubic = (t: number, [a, b]: Point, [c, d]: Point, [e, f]: Point, [g, h]: Point): Point => {
  const s = 1 - t;
  const mix = (p: number, q: number, r: number, u: number) =>
    s ** 3 * p + 3 * s * s * t * q + 3 * s * t * t * r + t ** 3 * u;
  return [mix(a, c, e, g), mix(b, d, f, h)];
};

const quadratic = (t: number, [a, b]: Point, [c, d]: Point, [e, f]: Point): Point => {
  const s = 1 - t;
  const mix = (p: number, q: number, r: number) => s * s * p + 2 * s * t * q + t * t * r;
  return [mix(a, c, e), mix(b, d, f)];
};

/* Source: https://www.w3.org/TR/SVG2/implnote.html#ArcConversionEndpointToCenter */
const arc = ([x1, y1]: Point, [rx = 0, ry = 0, turn = 0, large = 0, sweep = 0]: readonly number[], [x2, y2]: Point) => {
  let [a, b] = [Math.abs(rx), Math.abs(ry)];
  if (a === 0 || b === 0) return (t: number): Point => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t];
  const phi = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const grow = Math.sqrt(Math.max(1, (px / a) ** 2 + (py / b) ** 2));
  [a, b] = [a * grow, b * grow];
  const below = (a * py) ** 2 + (b * px) ** 2;
  const root = below === 0 ? 0 : Math.sqrt(Math.max(0, (a * b) ** 2 - below) / below) * (large === sweep ? -1 : 1);
  const [qx, qy] = [(root * a * py) / b, (-root * b * px) / a];
  const [cx, cy] = [cos * qx - sin * qy + (x1 + x2) / 2, sin * qx + cos * qy + (y1 + y2) / 2];
  const from = Math.atan2((py - qy) / b, (px - qx) / a);
  const to = Math.atan2((-py - qy) / b, (-px - qx) / a);
  let by = to - from;
  if (sweep === 1 && by < 0) by += 2 * Math.PI;
  if (sweep === 0 && by > 0) by -= 2 * Math.PI;
  return (t: number): Point => {
    const angle = from + by * t;
    const [ex, ey] = [a * Math.cos(angle), b * Math.sin(angle)];
    return [cos * ex - sin * ey + cx, sin * ex + cos * ey + cy];
  };
};

/** Returns the length of a shape's outline; undefined if it is no shape. */
export const getLengthOf = (element: XmlElement): number | undefined => {
  const lines = toLines(element);
  if (!lines) return undefined;
  let length = 0;
  for (const line of lines)
    for (const [at, [x, y]] of line.entries()) {
      const before = line[at - 1];
      if (before) length += Math.hypot(x - before[0], y - before[1]);
    }
  return length;
};

const definitions =
  /^(?:defs|symbol|mask|clipPath|pattern|marker|filter|linearGradient|radialGradient|style|title|desc)$/;

const union = (one: Bounds | undefined, other: Bounds | undefined): Bounds | undefined =>
  one && other
    ? {
        left: Math.min(one.left, other.left),
        top: Math.min(one.top, other.top),
        right: Math.max(one.right, other.right),
        bottom: Math.max(one.bottom, other.bottom),
      }
    : (one ?? other);

const boundsOf = (points: Iterable<Point>): Bounds | undefined => {
  let all: Bounds | undefined;
  for (const [x, y] of points) all = union(all, { left: x, top: y, right: x, bottom: y });
  return all;
};

/** Returns the box around a transformed box, as browsers do for groups. */
const transformBounds = ({ left, top, right, bottom }: Bounds, [a, b, c, d, e, f]: Matrix): Bounds =>
  boundsOf(
    (
      [
        [left, top],
        [right, top],
        [left, bottom],
        [right, bottom],
      ] as const
    ).map(([x, y]): Point => [a * x + c * y + e, b * x + d * y + f]),
  ) as Bounds;

/** Returns a function that measures shapes and groups, without strokes, each once; undefined if one is empty. */
export const createRuler = () => {
  const known = new Map<XmlElement, Bounds | undefined>();
  const measure = (element: XmlElement): Bounds | undefined => {
    if (known.has(element)) return known.get(element);
    let all = boundsOf((toLines(element) ?? []).flat());
    for (const child of element.name === 'svg' ? [] : element.children) {
      if (typeof child === 'string' || definitions.test(child.name)) continue;
      const own = measure(child);
      const { transform } = child.attributes;
      const matrix = transform === undefined ? identity : readTransformAttribute(transform);
      all = union(all, own && matrix && transformBounds(own, matrix));
    }
    known.set(element, all);
    return all;
  };
  return measure;
};
