import type { Style } from '../normalise-style.ts';

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

const headings: Readonly<Record<string, number>> = { h1: 2, h2: 1.5, h3: 1.17, h4: 1, h5: 0.83, h6: 0.67, small: 0.83 };

/** Font size in CSS pixels, near enough for judging distances. */
export const fontSizeOf = (type: string, { fontSize }: Style, inherited: number): number => {
  if (typeof fontSize === 'number') return fontSize;
  const [, number = '', unit = 'px'] = /^\s*([\d.]+)(px|em|rem|%)?\s*$/.exec(String(fontSize ?? '')) ?? [];
  if (number === '') return (headings[type] ?? 1) * inherited;
  if (unit === 'px') return Number(number);
  if (unit === 'rem') return Number(number) * 16;
  return Number(number) * inherited * (unit === '%' ? 0.01 : 1);
};
