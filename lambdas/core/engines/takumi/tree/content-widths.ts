import type { Style } from '../../../rendering/tree/normalise-style.ts';
import type { Styled } from './visit-styled.ts';

/** Returns whether a box is in the flow and has no width. */
export const hasNoWidth = ({ width, position }: Style): boolean =>
  (width === undefined || width === 'auto') && position !== 'absolute' && position !== 'fixed';

/** Returns whether a box of a flex column is as wide as its content. */
export const isAsWideAsContent = ({ style, parent }: Styled): boolean =>
  parent !== undefined &&
  hasNoWidth(style) &&
  parent.style.display === 'flex' &&
  String(parent.style.flexDirection).startsWith('column') &&
  /^(?:center|baseline|(?:flex-|self-)?(?:start|end))$/.test(String(style.alignSelf ?? parent.style.alignItems));
