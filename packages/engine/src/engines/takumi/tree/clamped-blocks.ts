import { isInlineTag } from '../../../rendering/tree/inline-tags.ts';
import type { PreparedElement, PreparedNode } from '../../../rendering/tree/prepared-tree.ts';
import { getTagStyle } from '../../../styles/defaults.ts';
import { isInherited } from '../../../styles/inherited.ts';
import type { Style } from '../../../styles/style.ts';

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

/** Width of a letter, as a share of the font size. */
const letterWidth = 0.5;

/**
 * Drops the text of a clamp (`2 "... and more"`) that does not fit into a line of its box, as satori does: takumi 2.16
 * renders nothing else then.
 *
 * @param width, fontSize in CSS pixels
 */
export const dropLongEllipsis = (style: Style, width: number, fontSize: number): void => {
  const [, lines, , text] = /^(\d+) (["'])(.*)\2$/.exec(String(style.lineClamp)) ?? [];
  if (text !== undefined && text.length * letterWidth * fontSize > width) style.lineClamp = Number(lines);
};
