import type { Json } from '../../json.ts';
import type { Style } from '../../styles/style.ts';
import { walk } from '../../walk.ts';

/**
 * An element for engines: utilities, attributes and layout rules are part of its style, and image sources are replaced.
 * Created for each render, so it may be modified in place.
 */
export interface PreparedElement {
  readonly type: string;
  readonly props: PreparedProps;
}

/**
 * Marks a span around a piece of text, whose box is that of its words, even if they overflow the span. On another element with
 * a single text, it is the key to the box of that text's words.
 */
export const pieceOfText = Symbol('piece of text');

export interface PreparedProps {
  [name: string]: Json | undefined | Style | PreparedNode[];
  [pieceOfText]?: true | PreparedElement;
  style?: Style;
  children?: PreparedNode[];
}

export type PreparedNode = PreparedElement | string;

const none: readonly PreparedNode[] = [];

export const getPreparedElements = (tree: PreparedElement) => walk(tree, ({ props }) => props.children ?? none);

/** Yields the elements that are laid out as boxes: not style sheets, nor the content of an `<svg>`. */
export function* getBoxes(tree: PreparedElement): Generator<PreparedElement, undefined> {
  const inside = ({ type, props }: PreparedElement) => (type === 'svg' ? none : (props.children ?? none));
  for (const element of walk(tree, inside)) if (element.type !== 'style') yield element;
}

/** Returns every text of a tree outside SVG and style sheets. */
export const getTexts = (tree: PreparedElement): string[] =>
  [...getBoxes(tree)].flatMap(({ type, props }) =>
    type === 'svg' ? [] : (props.children ?? none).filter((child) => typeof child === 'string'),
  );

/**
 * Visits the elements that are laid out as boxes, parents first.
 *
 * @param inherited the value that the parent passes to this element.
 * @param visit returns the value for the element's children; undefined to skip them.
 */
export const visitInherited = <T extends object>(
  element: PreparedElement,
  inherited: T,
  visit: (element: PreparedElement, inherited: T) => T | undefined,
): void => {
  if (element.type === 'style') return;
  const own = visit(element, inherited);
  if (own === undefined || element.type === 'svg') return;
  for (const child of element.props.children ?? none) if (typeof child !== 'string') visitInherited(child, own, visit);
};
