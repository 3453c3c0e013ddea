import { isFlexible, isInlineTag } from '../../rendering/tree/inline-tags.ts';
import type { Resolved } from '../../styles/resolve.ts';
import type { Style } from '../../styles/style.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

const isElement = (node: Resolved | string): node is Resolved => typeof node !== 'string';
const isSet = (value: unknown, initial: string): boolean => value !== undefined && value !== initial;

/** Returns whether the lines of a block begin at its edge, where a float is: it is not beside the float, and leaves no room. */
const isPlainBlock = (style: Style, side: 'Left' | 'Right'): boolean => {
  const room = [style[`margin${side}`], style[`padding${side}`]];
  const isApart = /flex|grid|flow-root|table|inline-/.test(String(style.display));
  const isPlaced = /absolute|fixed/.test(String(style.position));
  return (
    !isApart && !isPlaced && !isSet(style.overflowX, 'visible') && room.every((one) => !isSet(one, '0') || one === 0)
  );
};

/** Returns the block after a float whose text is rendered over the float. */
const findOverlapping = (siblings: readonly (Resolved | string)[], side: 'Left' | 'Right'): Resolved | undefined => {
  const hasLines = (node: Resolved | string): boolean =>
    isElement(node) ? isPlainBlock(node.specified, side) && node.children.some(hasLines) : node.trim() !== '';
  const blocks = siblings.filter(isElement).filter(({ specified }) => !isSet(specified.float, 'none'));
  const clearing = blocks.findIndex(({ specified }) => isSet(specified.clear, 'none'));
  return blocks
    .slice(0, clearing < 0 ? undefined : clearing)
    .find((one) => one.type !== 'style' && !isInlineTag(one.type, one.specified) && hasLines(one));
};

/** Reports a text in a block beside a float: takumi 2.16 leaves room for a float in the lines of its own parent only. */
export const lintFloats = ({ resolved, isInsideSvg, request, at }: RuleInput): TreeDiagnostic[] => {
  if (isInsideSvg || request.engine !== 'takumi' || isFlexible(resolved.specified)) return [];
  const { children } = resolved;
  const floating = children.findIndex((child) => isElement(child) && isSet(child.specified.float, 'none'));
  const float = children[floating];
  if (float === undefined || !isElement(float)) return [];
  const side = /right|end/.test(String(float.specified.float)) ? 'Right' : 'Left';
  const over = findOverlapping(children.slice(floating + 1), side);
  if (over === undefined) return [];
  const { type } = over.element;
  const message = `The text of the <${type}> after a float is rendered over it: give the <${type}> overflow: 'hidden', and it is beside the float.`;
  return [{ ...at(), code: 'unlike-browser', message }];
};
