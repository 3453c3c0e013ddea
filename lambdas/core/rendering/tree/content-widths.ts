import type { Style } from './normalise-style.ts';

/** Whether a box names no width and stands in the flow. */
export const hasNoWidth = ({ width, position }: Style): boolean =>
  (width === undefined || width === 'auto') && position !== 'absolute' && position !== 'fixed';

/** Whether a box of a flex column becomes as wide as its content, given the style of its parent. */
export const isAsWideAsContent = (style: Style, parent: Style): boolean =>
  hasNoWidth(style) &&
  parent.display === 'flex' &&
  String(parent.flexDirection).startsWith('column') &&
  /^(?:center|baseline|(?:flex-|self-)?(?:start|end))$/.test(String(style.alignSelf ?? parent.alignItems));
