import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { Styled } from './visit-styled.ts';

/** Whether a box names no width and stands in the flow. */
export const hasNoWidth = ({ width, position }: Style): boolean =>
  (width === undefined || width === 'auto') && position !== 'absolute' && position !== 'fixed';

/** Whether a box of a flex column becomes as wide as its content. */
export const isAsWideAsContent = ({ style, parent }: Styled): boolean =>
  parent !== undefined &&
  hasNoWidth(style) &&
  parent.style.display === 'flex' &&
  String(parent.style.flexDirection).startsWith('column') &&
  /^(?:center|baseline|(?:flex-|self-)?(?:start|end))$/.test(String(style.alignSelf ?? parent.style.alignItems));
