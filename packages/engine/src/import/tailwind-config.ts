import type { Node } from '@babel/types';
import { getOwn } from '../get-own.ts';
import type { Json } from '../json.ts';
import { themeLimits } from '../styles/tailwind/theme.ts';
import type { Constants } from '../template/source/constants.ts';
import { getProperty } from '../template/source/constants.ts';
import { getKey } from '../template/source/syntax-tree.ts';

/** Maximum nesting of colours and spread objects. */
const maxDepth = 4;

/** Sections of a Tailwind 3 theme, and the equivalent namespaces of Tailwind 4. */
const namespaces: Readonly<Record<string, string>> = {
  colors: 'color',
  backgroundColor: 'color',
  textColor: 'color',
  spacing: 'spacing',
  fontFamily: 'font',
  fontSize: 'text',
  fontWeight: 'font-weight',
  borderRadius: 'radius',
  boxShadow: 'shadow',
  dropShadow: 'drop-shadow',
  blur: 'blur',
  lineHeight: 'leading',
  letterSpacing: 'tracking',
  screens: 'breakpoint',
  width: 'container',
  height: 'container',
  maxWidth: 'container',
  backgroundImage: 'background-image',
  aspectRatio: 'aspect',
};

/**
 * Converts the tokens of a Tailwind 3 configuration, satori's `tailwindConfig`, to an `@theme`; '' if there are none.
 *
 * @param report called with each part that cannot be read, and a description of it.
 */
export const getTheme = (
  config: Node,
  { resolve, getConstant }: Constants,
  report: (node: Node, of: string) => void,
): string => {
  const tokens: string[] = [];
  let remaining: number = themeLimits.tokens;
  const resolved = (node: Node | undefined) => node && (resolve(node) ?? node);

  /** Returns the entries of an object literal, including those of constants spread into it. */
  const getEntries = (object: Node | undefined, depth = 0): [string, Node][] => {
    if (object?.type !== 'ObjectExpression') return [];
    return object.properties.flatMap((one): [string, Node][] => {
      remaining -= 1;
      if (remaining < 0) return [];
      const inner = one.type === 'SpreadElement' && depth < maxDepth ? resolved(one.argument) : undefined;
      if (inner?.type === 'ObjectExpression') return getEntries(inner, depth + 1);
      const key = one.type === 'ObjectProperty' ? getName(one) : undefined;
      if (one.type === 'ObjectProperty' && key !== undefined) return [[key, one.value]];
      report(one, 'tailwindConfig');
      return [];
    });
  };

  const add = (name: string, value: Node, depth: number): void => {
    const node = resolved(value) ?? value;
    if (node.type === 'ObjectExpression' && depth < maxDepth) {
      for (const [key, inner] of getEntries(node)) add(key === 'DEFAULT' ? name : `${name}-${key}`, inner, depth + 1);
      return;
    }
    const text = getPlain(node.type === 'ArrayExpression' ? listed(name, node.elements) : getConstant(node));
    if (text === undefined || !/^--[\w-]+$/.test(name)) report(value, 'tailwindConfig');
    else tokens.push(`${name}: ${text};`);
  };

  /** Joins lists of families and shadows. For a font size `['5rem', { lineHeight: 1 }]`, returns the size. */
  const listed = (name: string, elements: readonly (Node | null)[]): Json | undefined => {
    const values = elements.map((one) => (one ? getConstant(one) : undefined));
    if (!name.startsWith('--text-'))
      return values.every((one) => typeof one === 'string') ? values.join(', ') : undefined;
    const [, details] = elements;
    if (details && values[1] !== undefined) add(`${name}--line-height`, details, maxDepth);
    for (const [key, value] of getEntries(details ? resolved(details) : undefined))
      add(`${name}--${kebab(key)}`, value, maxDepth);
    return values[0];
  };

  const addAll = (part: Node | undefined): void => {
    for (const [key, value] of getEntries(part)) {
      const namespace = getOwn(namespaces, key);
      if (namespace !== undefined) add(`--${namespace}`, value, 0);
      else if (key !== 'extend') report(value, `tailwindConfig.theme.${key}`);
    }
  };

  const whole = resolved(config);
  if (whole?.type !== 'ObjectExpression') report(config, 'tailwindConfig');
  for (const [key, value] of getEntries(whole))
    if (key !== 'theme' && key !== 'content') report(value, `tailwindConfig.${key}`);
  const theme = resolved(whole && getProperty(whole, 'theme'));
  addAll(theme);
  addAll(resolved(theme && getProperty(theme, 'extend')));
  if (remaining < 0) report(config, `More than ${themeLimits.tokens} entries`);
  return tokens.length === 0 ? '' : `@theme { ${tokens.join(' ')} }`;
};

const getName = (property: Extract<Node, { type: 'ObjectProperty' }>): string | undefined =>
  property.key.type === 'NumericLiteral' ? String(property.key.value) : getKey(property);

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns a value that cannot end its declaration. */
const getPlain = (value: Json | undefined): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' && !/[;{}]/.test(text) ? text.trim() : undefined;
};
