import type { Node } from '@babel/types';
import type { Json } from '../../contract/schemas/mint.ts';
import { themeLimits } from '../picture/tailwind/theme.ts';
import type { Constants } from './constants.ts';
import { keyOf, propertyOf } from './responses.ts';

/** Deepest nesting of colours and of what is spread. */
const deepest = 4;

/** Parts of a Tailwind 3 theme, and the namespaces of Tailwind 4 that hold the same. */
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
 * The tokens of a configuration of Tailwind 3, which satori takes as `tailwindConfig`, as an `@theme`; '' without any.
 *
 * @param tell told of each part that cannot be read, and what it is of.
 */
export const themeOf = (
  config: Node,
  { resolve, constantOf }: Constants,
  tell: (node: Node, of: string) => void,
): string => {
  const tokens: string[] = [];
  let room: number = themeLimits.tokens;
  const resolved = (node: Node | undefined) => node && (resolve(node) ?? node);

  /** What an object says, through constants that are spread into it. */
  const entriesOf = (object: Node | undefined, depth = 0): [string, Node][] => {
    if (object?.type !== 'ObjectExpression') return [];
    return object.properties.flatMap((one): [string, Node][] => {
      room -= 1;
      if (room < 0) return [];
      const inner = one.type === 'SpreadElement' && depth < deepest ? resolved(one.argument) : undefined;
      if (inner?.type === 'ObjectExpression') return entriesOf(inner, depth + 1);
      const key = one.type === 'ObjectProperty' ? nameOf(one) : undefined;
      if (one.type === 'ObjectProperty' && key !== undefined) return [[key, one.value]];
      tell(one, 'tailwindConfig');
      return [];
    });
  };

  const add = (name: string, value: Node, depth: number): void => {
    const node = resolved(value) ?? value;
    if (node.type === 'ObjectExpression' && depth < deepest) {
      for (const [key, inner] of entriesOf(node)) add(key === 'DEFAULT' ? name : `${name}-${key}`, inner, depth + 1);
      return;
    }
    const text = plainOf(node.type === 'ArrayExpression' ? listed(name, node.elements) : constantOf(node));
    if (text === undefined || !/^--[\w-]+$/.test(name)) tell(value, 'tailwindConfig');
    else tokens.push(`${name}: ${text};`);
  };

  /** Families and shadows in a list; of a font size `['5rem', { lineHeight: 1 }]`, its size. */
  const listed = (name: string, elements: readonly (Node | null)[]): Json | undefined => {
    const values = elements.map((one) => (one ? constantOf(one) : undefined));
    if (!name.startsWith('--text-'))
      return values.every((one) => typeof one === 'string') ? values.join(', ') : undefined;
    const [, said] = elements;
    if (said && values[1] !== undefined) add(`${name}--line-height`, said, deepest);
    for (const [key, value] of entriesOf(said ? resolved(said) : undefined))
      add(`${name}--${dashed(key)}`, value, deepest);
    return values[0];
  };

  const addAll = (part: Node | undefined): void => {
    for (const [key, value] of entriesOf(part)) {
      const namespace = Object.hasOwn(namespaces, key) ? namespaces[key] : undefined;
      if (namespace !== undefined) add(`--${namespace}`, value, 0);
      else if (key !== 'extend') tell(value, `tailwindConfig.theme.${key}`);
    }
  };

  const whole = resolved(config);
  if (whole?.type !== 'ObjectExpression') tell(config, 'tailwindConfig');
  for (const [key, value] of entriesOf(whole))
    if (key !== 'theme' && key !== 'content') tell(value, `tailwindConfig.${key}`);
  const theme = resolved(whole && propertyOf(whole, 'theme'));
  addAll(theme);
  addAll(resolved(theme && propertyOf(theme, 'extend')));
  if (room < 0) tell(config, `More than ${themeLimits.tokens} entries`);
  return tokens.length === 0 ? '' : `@theme { ${tokens.join(' ')} }`;
};

const nameOf = (property: Extract<Node, { type: 'ObjectProperty' }>): string | undefined =>
  property.key.type === 'NumericLiteral' ? String(property.key.value) : keyOf(property);

const dashed = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A value that ends no declaration. */
const plainOf = (value: Json | undefined): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' && !/[;{}]/.test(text) ? text.trim() : undefined;
};
