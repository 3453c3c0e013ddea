import { LRUCache } from 'lru-cache';
import { getCoverage, includes } from '../../core/rendering/fonts/coverage.ts';
import type { FontData, FontFace, FontFiles, PackedFonts } from '../../core/rendering/fonts/font-files.ts';
import { openFontPack } from '../../core/rendering/fonts/font-pack.ts';
import { checkMetrics } from '../../core/rendering/fonts/opentype/font-tables.ts';
import { unpackWoff } from '../../core/rendering/fonts/opentype/woff.ts';
import type { FontPackages } from './font-packages.ts';

/** Maximum number of cached font files; a face of a large family takes about 70 KB. */
const cachedFonts = 600;

/** Size of the cache for custom fonts, in bytes. */
const cachedCustomFontBytes = 64 << 20;

/** Size of the cache for opened font packs, in bytes. */
const cachedPackBytes = 96 << 20;

/** Fonts that are not in packages. */
export interface CachedFonts {
  /** Returns the bytes of a prepared face, as TrueType or OpenType; undefined if it is not prepared. */
  readonly face: (face: FontFace) => ArrayBuffer | undefined;
  /** Returns the bytes of a font pack; undefined if this process does not have them. */
  readonly pack: (hash: string) => Uint8Array | undefined;
}

const noFonts: CachedFonts = { face: () => undefined, pack: () => undefined };

/** Returns access to faces of font packages (read on demand), prepared faces, and font packs. */
export const fontFiles = (packages: FontPackages, cached = noFonts): FontFiles => {
  const opened = new LRUCache<string, { readonly font: FontData | undefined }>({ max: cachedFonts });
  const openedCustom = new LRUCache<string, FontData>({
    maxSize: cachedCustomFontBytes,
    sizeCalculation: ({ data }) => data.byteLength,
  });
  const openPrepared = (face: FontFace): FontData | undefined => {
    const bytes = cached.face(face);
    // a copy, because engines may change the bytes
    return bytes && getFontData(bytes.slice(0));
  };
  const open = (face: FontFace): FontData | 'lacking' | undefined => {
    const font = packages.readStatic(face);
    if (font) return getFontData(font);
    return packages.hasVariable(face) ? (openPrepared(face) ?? 'lacking') : undefined;
  };
  /** Returns a face from the cache, or opens it. */
  const getOrOpen = <T extends FontData | 'lacking'>(face: FontFace, open: (face: FontFace) => T | undefined) => {
    const key = `${face.id}/${face.subset}/${face.weight}/${face.style}`;
    const known = opened.get(key);
    if (known) return known.font;
    const font = open(face);
    if (font !== 'lacking') opened.set(key, { font: font as FontData | undefined });
    return font;
  };
  const packs = new LRUCache<string, PackedFonts>({ maxSize: cachedPackBytes });
  const openPack = (hash: string, bytes: Uint8Array): PackedFonts => {
    const { described, find } = openFontPack(bytes);
    const openFace = (face: FontFace): FontData | undefined => {
      const woff = find(face);
      return woff && getFontData(unpackWoff(woff));
    };
    const pack = { described, load: (face: FontFace) => getOrOpen(face, openFace) };
    packs.set(hash, pack, { size: bytes.length });
    return pack;
  };
  return {
    loadOwn: (face) => {
      const key = `${face.subset}/${face.weight}/${face.style}`;
      const font = openedCustom.get(key) ?? openPrepared(face);
      if (font) openedCustom.set(key, font);
      return font ?? 'lacking';
    },
    describe: packages.describe,
    load: (face) => getOrOpen(face, open),
    openPack: (hash) => {
      const known = packs.get(hash);
      if (known) return known;
      const bytes = cached.pack(hash);
      return bytes ? openPack(hash, bytes) : 'lacking';
    },
  };
};

const getFontData = (data: ArrayBuffer): FontData => {
  const coverage = getCoverage(data);
  checkMetrics(data);
  return { data, coverage, has: (codePoint) => includes(coverage, codePoint) };
};
