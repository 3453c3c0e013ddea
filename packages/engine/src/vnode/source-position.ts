import type { Position } from '../diagnostics/diagnostics.ts';
import type { VElement, VNode } from './vnode.ts';

/**
 * Property with an element's position in the source (`12:5`) while a template is linted. Stored trees and minted images
 * never have it. The sandbox's `createElement` uses the same name.
 */
export const sourcePositionProperty = '__at';

/** Returns a copy of a tree without source positions. */
export const stripPositions = (tree: VElement): VElement => ({
  ...tree,
  props: ownProps(tree.props),
  children: tree.children.map((child): VNode => (typeof child === 'string' ? child : stripPositions(child))),
});

const ownProps = ({ [sourcePositionProperty]: _, ...props }: VElement['props']): VElement['props'] => props;

/** Parses a position written as `line:column`; undefined for any other value. */
export const toPosition = (position: unknown): Position | undefined => {
  const [, line, column] = typeof position === 'string' ? (/^(\d+):(\d+)$/.exec(position) ?? []) : [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
};
