import { isInlineTag } from '../../../rendering/tree/inline-tags.ts';
import type { PreparedElement, PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import { getTagStyle } from '../../../styles/defaults.ts';
import { isInherited } from '../../../styles/inherited.ts';

const edges = /^(?:margin|padding|border(?:Top|Right|Bottom|Left)?Width$)/;

const isZero = (value: unknown): boolean => Number.parseFloat(String(value)) === 0;

/** Returns whether a block holds only text, without a space, a size or a ground of its own. */
const isPlainBlock = ({ type, props }: PreparedElement): boolean => {
  const style = { ...getTagStyle(type, props), ...props.style };
  const isPlain = ([name, value]: [string, unknown]) =>
    isInherited(name) || /^(?:display|boxSizing)$/.test(name) || (edges.test(name) && isZero(value));
  return (
    /^(?:undefined|block)$/.test(String(style.display)) &&
    Object.entries(style).every(isPlain) &&
    (props.children ?? []).every(isLine)
  );
};

const isLine = (node: PreparedNode): boolean =>
  typeof node === 'string' ||
  (isInlineTag(node.type, node.props.style ?? {}) && (node.props.children ?? []).every(isLine));

/** Returns whether the children of a clamped box are blocks whose lines can be those of one text. */
export const isClampable = (children: readonly PreparedNode[]): boolean =>
  children.some((child) => typeof child !== 'string') &&
  children.every((child) =>
    typeof child === 'string'
      ? child.trim() === ''
      : !isInlineTag(child.type, child.props.style ?? {}) && isPlainBlock(child),
  );
