import { getOwn } from '../../../get-own.ts';
import { toCamelCase, toKebabCase } from '../../../styles/style.ts';
import { normalisePositions } from '../../../styles/values/positions.ts';
import { writeHints } from './colour-hints.ts';
import { toPhysical } from './logical-sides.ts';

type Value = string | number;

/** Properties that takumi 2.16 knows by another name only. */
const names: Readonly<Record<string, string>> = { wordWrap: 'overflowWrap' };

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
  if (name === 'flex') return value.replace(/^none\b/, '0 0 auto').replace(/^initial\b/, '0 1 auto');
  if (name === 'imageRendering') return value.replace(/^crisp-edges$/, 'pixelated');
  // takumi leaves out a pseudo-element without text; a zero-width space is text that takes no room.
  if (name === 'content') return value.replace(/^(["'])\1$/, '"\\200b"');
  // One value moves along one axis; takumi takes it for both.
  if (name === 'translate') return /^[-+]?[\d.]+(?:%|[a-z]+)?$/.test(value) ? `${value} 0px` : value;
  return writeHints(value);
};

/**
 * Returns the declarations that takumi 2.16 reads for one of a style sheet, as `top: 1px; bottom: 1px`; undefined if it
 * reads this one. Sides that depend on the direction of an element are left as they are.
 */
export const rewordSheetDeclaration = (property: string, value: string): string | undefined => {
  if (property.startsWith('-')) return undefined;
  const name = toCamelCase(property);
  const text = (toPhysical(name, value, undefined) ?? [[name, value] as const])
    .map(([physical, own]) => rewordDeclaration(physical, own))
    .map(([plain, own]) => {
      const written = toKebabCase(plain);
      return `${written}: ${normalisePositions(written, String(own))}`;
    })
    .join('; ');
  return text === `${property}: ${value}` ? undefined : text;
};
