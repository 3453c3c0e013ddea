import { isInlineByDefault } from '../../styles/defaults.ts';
import type { Style } from '../../styles/style.ts';

export const isInlineTag = (type: string, { display, position, float }: Style): boolean =>
  position !== 'absolute' &&
  position !== 'fixed' &&
  float === undefined &&
  (display === 'inline' || (display === undefined && isInlineByDefault(type)));

export const isFlexible = (style: Style | undefined): boolean => /flex|grid/.test(String(style?.display));
