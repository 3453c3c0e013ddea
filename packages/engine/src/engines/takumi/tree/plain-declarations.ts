import { getOwn } from '../../../get-own.ts';
import { toOffsets } from '../../../styles/values/positions.ts';
import { writeHints } from './colour-hints.ts';

type Value = string | number;

/** Properties that takumi 2.16 knows by another name only. */
const names: Readonly<Record<string, string>> = { wordWrap: 'overflowWrap' };

/** The centre of a shape. */
const centre = /\bat\s([^()]{1,80})\)/gi;

/** Returns a declaration in words that takumi 2.16 reads. @param name in camel case. */
export const rewordDeclaration = (name: string, value: Value): readonly [name: string, value: Value] => [
  getOwn(names, name) ?? name,
  typeof value === 'number' ? value : rewordValue(name, value),
];

const rewordValue = (name: string, value: string): string => {
  // A box that scrolls shows its beginning.
  if (/^overflow[XY]?$/.test(name)) return value.replaceAll(/\b(?:auto|scroll|overlay)\b/g, 'hidden');
  // takumi takes the colour of the parent.
  if (name === 'color') return value.replace(/^initial$/i, 'black');
  if (name === 'imageRendering') return value.replace(/^crisp-edges$/, 'pixelated');
  // takumi leaves out a pseudo-element without text; a zero-width space is text that takes no room.
  if (name === 'content') return value.replace(/^(["'])\1$/, '"\\200b"');
  // One value moves along one axis; takumi takes it for both.
  if (name === 'translate') return /^[-+]?[\d.]+(?:%|[a-z]+)?$/.test(value) ? `${value} 0px` : value;
  // takumi reads a vertical side first, and no sides in a shape.
  if (name === 'clipPath') return value.replaceAll(centre, (_all, position: string) => `at ${toOffsets(position)})`);
  return writeHints(value.replaceAll(/\bto\s+(left|right)\s+(top|bottom)\b/gi, 'to $2 $1'));
};
