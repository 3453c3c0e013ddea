import type { Style } from '../tree/normalise-style.ts';

/** CSS pixels from the picture's upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** An element as the layout library reports it: its border box. */
export interface DetectedNode extends Box {
  readonly props: Readonly<Record<string, unknown>>;
}

const inlineTags = new Set(
  'span a b strong i em u s small sub sup code mark label cite q abbr time var kbd samp del ins br'.split(' '),
);
export const isInlineTag = (type: string, { display, position, float }: Style): boolean =>
  position !== 'absolute' &&
  position !== 'fixed' &&
  float === undefined &&
  (display === 'inline' || (display === undefined && inlineTags.has(type)));

export const isFlexible = (style: Style | undefined): boolean => /flex|grid/.test(String(style?.display));
