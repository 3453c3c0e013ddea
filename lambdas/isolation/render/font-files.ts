import { LRUCache } from 'lru-cache';
import { getCoverage, includes } from '../../core/rendering/fonts/coverage.ts';
import type { FontData, FontFace, FontFiles } from '../../core/rendering/fonts/font-files.ts';
import { getMetrics } from '../../core/rendering/fonts/metrics.ts';
import type { FontPackages } from './font-packages.ts';

/** Maximum number of cached font files; a face of a large family is about 70 KB. */
const cachedFonts = 600;

/** Bytes of custom fonts that are cached. */
const cachedCustomFontBytes = 64 << 20;

/** Returns the bytes of a face that was prepared, as TrueType or OpenType; undefined if it was not. */
export type CachedFaces = (face: FontFace) => ArrayBuffer | undefined;

/** Returns access to the faces of font packages, read when they are first needed, and to prepared faces. */
export const fontFiles = (packages: FontPackages, prepared: CachedFaces = () => undefined): FontFiles => {
  const opened = new LRUCache<string, { readonly font: FontData | undefined }>({ max: cachedFonts });
  const openedCustom = new LRUCache<string, FontData>({
    maxSize: cachedCustomFontBytes,
    sizeCalculation: ({ data }) => data.byteLength,
  });
  const openPrepared = (face: FontFace): FontData | undefined => {
    const bytes = prepared(face);
    // a copy, because engines may change the bytes
    return bytes && getFontData(bytes.slice(0));
  };
  const open = (face: FontFace): FontData | 'lacking' | undefined => {
    const font = packages.readStatic(face);
    if (font) return getFontData(font);
    return packages.hasVariable(face) ? (openPrepared(face) ?? 'lacking') : undefined;
  };
  return {
    loadOwn: (face) => {
      const key = `${face.subset}/${face.weight}/${face.style}`;
      const font = openedCustom.get(key) ?? openPrepared(face);
      if (font) openedCustom.set(key, font);
      return font ?? 'lacking';
    },
    describe: packages.describe,
    load: (face) => {
      const key = `${face.id}/${face.subset}/${face.weight}/${face.style}`;
      const known = opened.get(key);
      if (known) return known.font;
      const font = open(face);
      if (font !== 'lacking') opened.set(key, { font });
      return font;
    },
  };
};

const getFontData = (data: ArrayBuffer): FontData => {
  const coverage = getCoverage(data);
  return { data, coverage, has: (codePoint) => includes(coverage, codePoint), metrics: getMetrics(data) };
};
