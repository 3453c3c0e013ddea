import { around, type Box } from '../boxes.ts';
import type { Style } from '../tree/normalise-style.ts';
import type { Measured } from './measured-copy.ts';

/** Pixels by which rounding may make text larger than its box. */
const tolerance = 0.5;

type Sides = readonly [top: number, right: number, bottom: number, left: number];

/** Whether the content of an element lies within its padding. */
export const isInsideBox = ({ box, content }: Measured, style: Style): boolean => {
  const [top, right, bottom, left] = insetsOf(style);
  const within: Box = {
    left: box.left + left,
    top: box.top + top,
    width: box.width - left - right,
    height: box.height - top - bottom,
  };
  return isInside(content, within);
};

/** Whether nothing beside a growing text left the box around them that was not outside before. */
export const staysInRoom = (now: Measured, before: Measured): boolean => {
  const isKept = (inner: Box, room: Box, was: Box) => isInside(inner, around([room, was]));
  const inRoom = !now.family || !now.room || !before.family || isKept(now.family, now.room, before.family);
  return inRoom && isKept(now.reach, before.reach, before.reach);
};

export const isSameSize = (one: Box, other: Box): boolean =>
  Math.abs(one.width - other.width) < tolerance && Math.abs(one.height - other.height) < tolerance;

const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left - tolerance &&
  inner.top >= outer.top - tolerance &&
  inner.left + inner.width <= outer.left + outer.width + tolerance &&
  inner.top + inner.height <= outer.top + outer.height + tolerance;

/** Padding and border on each side, in CSS pixels. */
const insetsOf = (style: Style): Sides => {
  const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
  const padding = fourOf(style.padding, style);
  const border = fourOf(style.borderWidth ?? widthOfBorder(style.border), style);
  return sides.map((side, index) => {
    const own = style[`padding${side}`];
    const edge = style[`border${side}Width`] ?? widthOfBorder(style[`border${side}`]);
    const inner = own === undefined ? (padding[index] as number) : pixels(own, style);
    return inner + (edge === undefined ? (border[index] as number) : pixels(edge, style));
  }) as unknown as Sides;
};

/** `1px 2px` as four sides. */
const fourOf = (value: string | number | undefined, style: Style): Sides => {
  const parts =
    value === undefined
      ? [0]
      : String(value)
          .trim()
          .split(/\s+/)
          .map((part) => pixels(part, style));
  const [top = 0, right = top, bottom = top, left = right] = parts;
  return [top, right, bottom, left];
};

const widthOfBorder = (border: string | number | undefined) =>
  border === undefined ? undefined : /(?:^|\s)([\d.]+(?:px|em|rem)?)(?:\s|$)/.exec(String(border))?.[1];

const pixels = (value: string | number, { fontSize }: Style): number => {
  const [, number = '0', unit = 'px'] = /^([\d.]+)(px|em|rem)?$/.exec(String(value)) ?? [];
  if (unit === 'px') return Number(number);
  return Number(number) * (unit === 'em' && typeof fontSize === 'number' ? fontSize : 16);
};
