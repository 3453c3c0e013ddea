import { isFlexible, isInlineTag } from '../../rendering/tree/inline-tags.ts';
import type { Style } from '../../styles/style.ts';
import { readUtilities } from '../../styles/tailwind/utilities.ts';
import { getClasses, getStyle, type VElement, type VNode } from '../../vnode/vnode.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

type StyleReader = (element: VElement) => Style;

const isElement = (node: VNode): node is VElement => typeof node !== 'string';
const isSet = (value: unknown, initial: string): boolean => value !== undefined && value !== initial;

/** Returns whether the lines of a block begin at its edge, where a float is: it is not beside the float, and leaves no room. */
const isPlainBlock = (style: Style, side: 'Left' | 'Right'): boolean => {
  const room = [style[`margin${side}`], style[`padding${side}`], style.padding];
  const isApart = /flex|grid|flow-root|table|inline-/.test(String(style.display));
  const isPlaced = /absolute|fixed/.test(String(style.position));
  return (
    !isApart && !isPlaced && !isSet(style.overflow, 'visible') && room.every((one) => !isSet(one, '0') || one === 0)
  );
};

/** Returns the block after a float whose text is rendered over the float. */
const findOverlapping = (
  siblings: readonly VNode[],
  side: 'Left' | 'Right',
  getWholeStyle: StyleReader,
  isNamed: (element: VElement) => boolean,
): VElement | undefined => {
  const hasLines = (node: VNode): boolean =>
    isElement(node)
      ? !isNamed(node) && isPlainBlock(getWholeStyle(node), side) && node.children.some(hasLines)
      : node.trim() !== '';
  const blocks = siblings.filter(isElement).filter((one) => !isSet(getWholeStyle(one).float, 'none'));
  const clearing = blocks.findIndex((one) => isSet(getWholeStyle(one).clear, 'none'));
  return blocks
    .slice(0, clearing < 0 ? undefined : clearing)
    .find((one) => !isInlineTag(one.type, getWholeStyle(one)) && hasLines(one));
};

/** Reports a text in a block beside a float: takumi 2.16 leaves room for a float in the lines of its own parent only. */
export const lintFloats = ({ element, isInsideSvg, request, sheets, theme, at }: RuleInput): TreeDiagnostic[] => {
  if (isInsideSvg || request.engine !== 'takumi') return [];
  const getWholeStyle: StyleReader = (one) => ({
    ...readUtilities(getClasses(one), request.width, theme).style,
    ...(getStyle(one) as Style),
  });
  const mayFloat = (one: VElement) => getStyle(one).float !== undefined || getClasses(one).includes('float-');
  const floating = element.children.findIndex(
    (child) => isElement(child) && mayFloat(child) && isSet(getWholeStyle(child).float, 'none'),
  );
  const float = element.children[floating];
  if (float === undefined || !isElement(float) || isFlexible(getWholeStyle(element))) return [];
  const side = /right|end/.test(String(getWholeStyle(float).float)) ? 'Right' : 'Left';
  // a style sheet may say of a class or an id what is not seen here
  const isNamed = ({ props }: VElement): boolean =>
    sheets !== '' && Boolean(props.className ?? props.class ?? props.id);
  const over = findOverlapping(element.children.slice(floating + 1), side, getWholeStyle, isNamed);
  if (over === undefined) return [];
  const message = `The text of the <${over.type}> after a float is rendered over it: give the <${over.type}> overflow: 'hidden', and it is beside the float.`;
  return [{ ...at(), code: 'unlike-browser', message }];
};
