import { splitList } from '../../../css-tokens.ts';
import type { XmlElement } from '../xml.ts';
import type { Bounds } from './geometry.ts';
import { type LengthSpace, splitValues, toUserUnits, writeNumber } from './lengths.ts';
import { readPoint } from './transform.ts';

const shape = (name: string, attributes: Record<string, string>): XmlElement => ({ name, attributes, children: [] });
const numbers = (given: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, number]) => [name, writeNumber(number)]));

/**
 * Returns the shape that a `clip-path` of CSS leaves, in user units; undefined if it is none.
 *
 * @param box what the shape refers to
 */
export const readClipShape = (value: string, box: Bounds, space: LengthSpace): XmlElement | undefined => {
  const [, name = '', text = ''] =
    /^([a-z]+)\(([\s\S]*)\)$/i.exec(
      value
        .trim()
        .replace(/(?:margin|border|padding|content|fill|stroke|view)-box$/i, '')
        .trim(),
    ) ?? [];
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const across = (part: string) => toUserUnits(part, space, width) ?? 0;
  const down = (part: string) => toUserUnits(part, space, height) ?? 0;
  const [before = '', at = 'center'] = text.split(/(?:^|\s)at\s/i);
  const center = readPoint(at, box, space) ?? [box.left + width / 2, box.top + height / 2];
  const [cx, cy] = center;
  switch (name.toLowerCase()) {
    case 'circle': {
      const sides = [cx - box.left, box.right - cx, cy - box.top, box.bottom - cy].map(Math.abs);
      const [word = 'closest-side'] = splitValues(before);
      const r =
        word === 'closest-side'
          ? Math.min(...sides)
          : word === 'farthest-side'
            ? Math.max(...sides)
            : toUserUnits(word, space, Math.hypot(width, height) / Math.SQRT2);
      return r === undefined ? undefined : shape('circle', numbers({ cx, cy, r }));
    }
    case 'ellipse': {
      const radius = (word: string, near: readonly number[], length: (part: string) => number) =>
        word === 'closest-side' ? Math.min(...near) : word === 'farthest-side' ? Math.max(...near) : length(word);
      const [first = 'closest-side', second = 'closest-side'] = splitValues(before);
      const rx = radius(first, [cx - box.left, box.right - cx].map(Math.abs), across);
      const ry = radius(second, [cy - box.top, box.bottom - cy].map(Math.abs), down);
      return shape('ellipse', numbers({ cx, cy, rx, ry }));
    }
    case 'inset': {
      const [sides = '', round = ''] = text.split(/\bround\b/i);
      const [top = '0', right = top, bottom = top, left = right] = splitValues(sides);
      return roundedRect(
        {
          left: box.left + across(left),
          top: box.top + down(top),
          right: box.right - across(right),
          bottom: box.bottom - down(bottom),
        },
        round,
        space,
      );
    }
    case 'xywh': {
      const [sides = '', round = ''] = text.split(/\bround\b/i);
      const [x = '0', y = '0', w = '0', h = '0'] = splitValues(sides);
      const [left, top] = [box.left + across(x), box.top + down(y)];
      return roundedRect({ left, top, right: left + across(w), bottom: top + down(h) }, round, space);
    }
    case 'rect': {
      const [sides = '', round = ''] = text.split(/\bround\b/i);
      const [top = '0', right = '0', bottom = '0', left = '0'] = splitValues(sides);
      const side = (part: string, auto: number, from: number, length: (part: string) => number) =>
        part === 'auto' ? auto : from + length(part);
      return roundedRect(
        {
          left: side(left, box.left, box.left, across),
          top: side(top, box.top, box.top, down),
          right: side(right, box.right, box.left, across),
          bottom: side(bottom, box.bottom, box.top, down),
        },
        round,
        space,
      );
    }
    case 'polygon': {
      const parts = splitList(text, ',');
      const rule = /^(?:nonzero|evenodd)/i.exec(parts[0] ?? '')?.[0];
      const points = (rule === undefined ? parts : parts.slice(1)).map((pair) => {
        const [x = '0', y = '0'] = splitList(pair, ' ');
        return `${writeNumber(box.left + across(x))},${writeNumber(box.top + down(y))}`;
      });
      return shape('polygon', { points: points.join(' '), ...(rule && { 'clip-rule': rule.toLowerCase() }) });
    }
    case 'path': {
      const [, rule, d] = /^(?:(nonzero|evenodd)\s*,)?\s*["']([^"']*)["']$/i.exec(text.trim()) ?? [];
      if (d === undefined) return undefined;
      return shape('path', {
        d,
        transform: `translate(${box.left} ${box.top})`,
        ...(rule && { 'clip-rule': rule.toLowerCase() }),
      });
    }
    default:
      return undefined;
  }
};

const roundedRect = ({ left, top, right, bottom }: Bounds, round: string, space: LengthSpace): XmlElement => {
  const [width, height] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  const [across = '', down = across] = round.split('/');
  const corners = (list: string, whole: number) => {
    const [a = '0', b = a, c = a, d = b] = splitValues(list);
    return [a, b, c, d].map((part) => Math.max(0, toUserUnits(part, space, whole) ?? 0));
  };
  const [rx, ry] = [corners(across, width), corners(down, height)];
  const fit = Math.min(
    1,
    ...[
      [0, 1],
      [2, 3],
    ].map(([one = 0, other = 0]) => width / ((rx[one] ?? 0) + (rx[other] ?? 0) || 1e-9)),
    ...[
      [0, 3],
      [1, 2],
    ].map(([one = 0, other = 0]) => height / ((ry[one] ?? 0) + (ry[other] ?? 0) || 1e-9)),
  );
  const [a = 0, b = 0, c = 0, d = 0] = rx.map((radius) => radius * fit);
  const [e = 0, f = 0, g = 0, h = 0] = ry.map((radius) => radius * fit);
  const n = writeNumber;
  const corner = (x: number, y: number, toX: number, toY: number) => `A${n(x)} ${n(y)} 0 0 1 ${n(toX)} ${n(toY)}`;
  const [r, t] = [left + width, top + height];
  return shape('path', {
    d: `M${n(left + a)} ${n(top)}H${n(r - b)}${corner(b, f, r, top + f)}V${n(t - g)}${corner(c, g, r - c, t)}H${n(left + d)}${corner(d, h, left, t - h)}V${n(top + e)}${corner(a, e, left + a, top)}Z`,
  });
};
