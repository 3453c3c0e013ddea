import { splitWords } from '../../split-words.ts';
import type { Style } from '../../styles/style.ts';

const inlineTags = new Set(
  splitWords('span a b strong i em u s small sub sup code mark label cite q abbr time var kbd samp del ins br'),
);
export const isInlineTag = (type: string, { display, position, float }: Style): boolean =>
  position !== 'absolute' &&
  position !== 'fixed' &&
  float === undefined &&
  (display === 'inline' || (display === undefined && inlineTags.has(type)));

export const isFlexible = (style: Style | undefined): boolean => /flex|grid/.test(String(style?.display));
