import type { Json } from '../json.ts';
import { walk } from '../walk.ts';

/** An element of an evaluated template: a tag with plain properties and children. Components are resolved. */
export interface VElement {
  readonly type: string;
  /** All properties except `children`, `key` and `ref`; no functions. `style` is an object of strings and numbers. */
  readonly props: { readonly [name: string]: Json };
  readonly children: readonly VNode[];
}

/** Text or an element. Empty values (null, booleans) and fragments are removed. */
export type VNode = string | VElement;

export const getElements = (tree: VElement) => walk(tree, ({ children }) => children);

/** Returns the utility classes of an element; `tw` and `className` are equivalent. */
export const getClasses = ({ props: { tw, className, class: plain } }: VElement): string =>
  [tw, className ?? plain].filter((value) => typeof value === 'string').join(' ');

/** Property of an `<img>`: the width in CSS pixels that `sizes` gives its file, which any other size overrides. */
export const naturalWidthProperty = '__width';

/** Returns an attribute as style sheets see it: its text, '' for one without a value; undefined if there is none. */
export const getAttribute = (element: VElement, name: string): string | undefined => {
  const value = name === 'class' ? getClasses(element) : element.props[name];
  if (value === true) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** Returns the `style` object of an element; empty if it is not an object. */
export const getStyle = ({ props: { style } }: VElement): Readonly<Record<string, Json>> =>
  typeof style === 'object' && style !== null && !Array.isArray(style) ? style : {};
