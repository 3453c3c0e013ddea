import type { Json } from '../../../contract/schemas/mint.ts';
import { walk } from '../../walk.ts';
import type { Style } from './normalise-style.ts';

/**
 * An element as engines are given it: utilities, attributes and the rules of layout are in its style, addresses are images.
 * The tree is made anew for each rendering, so it may be changed in place.
 */
export interface PreparedElement {
  readonly type: string;
  readonly props: PreparedProps;
}

/** Marks a span around a piece of text: its box is where its words lie, also where they leave the span's own. */
export const pieceOfText = Symbol('piece of text');

export interface PreparedProps {
  [name: string]: Json | undefined | Style | PreparedNode[];
  [pieceOfText]?: true;
  style?: Style;
  children?: PreparedNode[];
}

export type PreparedNode = PreparedElement | string;

const none: readonly PreparedNode[] = [];

/** Every element of a tree. */
export const getElements = (tree: PreparedElement) => walk(tree, ({ props }) => props.children ?? none);

/** Those that are laid out as boxes: not style sheets, nor what is inside an `<svg>`. */
export function* getBoxes(tree: PreparedElement): Generator<PreparedElement, undefined> {
  const inside = ({ type, props }: PreparedElement) => (type === 'svg' ? none : (props.children ?? none));
  for (const element of walk(tree, inside)) if (element.type !== 'style') yield element;
}

/** Every text of a tree outside images and style sheets. */
export const getTexts = (tree: PreparedElement): string[] =>
  [...getBoxes(tree)].flatMap(({ type, props }) =>
    type === 'svg' ? [] : (props.children ?? none).filter((child) => typeof child === 'string'),
  );

/**
 * Visits the elements that are laid out as boxes, each after its parent.
 *
 * @param handed the value that the parent passes to this element.
 * @param visit returns the value for the element's children; undefined to skip them.
 */
export const inherit = <T extends object>(
  element: PreparedElement,
  handed: T,
  visit: (element: PreparedElement, handed: T) => T | undefined,
): void => {
  if (element.type === 'style') return;
  const own = visit(element, handed);
  if (own === undefined || element.type === 'svg') return;
  for (const child of element.props.children ?? none) if (typeof child !== 'string') inherit(child, own, visit);
};
