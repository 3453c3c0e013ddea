import type { Json } from '../../contract/schemas/mint.ts';
import { walk } from '../walk.ts';

/** An element of an evaluated template: components are gone, what is left is tags, plain properties and children. */
export interface VElement {
  readonly type: string;
  /** Everything but `children`, `key` and `ref`; no functions. `style` is an object of strings and numbers. */
  readonly props: { readonly [name: string]: Json };
  readonly children: readonly VNode[];
}

/** Text or an element. Empty values (null, booleans) and fragments are gone. */
export type VNode = string | VElement;

/** Every element of a tree. */
export const getElements = (tree: VElement) => walk(tree, ({ children }) => children);

/** What the `style` of an element declares; nothing where it is no object. */
export const getStyle = ({ props: { style } }: VElement): Readonly<Record<string, Json>> =>
  typeof style === 'object' && style !== null && !Array.isArray(style) ? style : {};
