import type { Outlines } from './harfbuzz.ts';

/** Returns how far below its `y` a text with a `dominant-baseline` stands, in user units. */
export const getBaselineShift = (baseline: string, fontSize: number, outlines: Outlines): number => {
  const { extents, unitsPerEm } = outlines;
  const scale = fontSize / unitsPerEm;
  const [ascent, descent] = [extents.ascender * scale, -extents.descender * scale];
  switch (baseline) {
    case 'middle':
      return getXHeight(fontSize, outlines) / 2;
    case 'central':
      return (ascent - descent) / 2;
    case 'hanging':
      return ascent * 0.8;
    case 'mathematical':
      return ascent / 2;
    case 'text-before-edge':
    case 'before-edge':
    case 'text-top':
      return ascent;
    case 'text-after-edge':
    case 'after-edge':
    case 'text-bottom':
    case 'ideographic':
      return -descent;
    default:
      return 0;
  }
};

const getXHeight = (fontSize: number, { outlineOf, shape, unitsPerEm }: Outlines): number => {
  const [x] = shape('x', { direction: 'ltr', language: undefined, features: '' });
  const heights = Array.from((x ? outlineOf(x.id) : '').matchAll(/,(-?[\d.]+)/g), ([, y]) => Number(y));
  return heights.length === 0 ? fontSize / 2 : (Math.max(...heights) * fontSize) / unitsPerEm;
};
