/** A glyph of a shaped text, in font units. */
export interface Glyph {
  readonly id: number;
  /** Index of its first UTF-16 unit in the text. */
  readonly cluster: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
}

interface Destroyable {
  destroy(): void;
}

interface HarfBuzzFont extends Destroyable {
  glyphToPath(glyph: number): string;
  hExtents(): { readonly ascender: number; readonly descender: number };
}

interface HarfBuzzBuffer extends Destroyable {
  addText(text: string): void;
  guessSegmentProperties(): void;
  setDirection(direction: 'ltr' | 'rtl'): void;
  setLanguage(language: string): void;
  getGlyphInfos(): { readonly codepoint: number; readonly cluster: number }[];
  getGlyphPositions(): { readonly x_advance: number; readonly x_offset: number; readonly y_offset: number }[];
}

/** The parts of `harfbuzzjs` that are used here. */
export interface HarfBuzz {
  createBlob(font: ArrayBuffer): Destroyable;
  createFace(blob: Destroyable, index: number): Destroyable & { readonly upem: number };
  createFont(face: Destroyable): HarfBuzzFont;
  createBuffer(): HarfBuzzBuffer;
  shape(font: HarfBuzzFont, buffer: HarfBuzzBuffer, features: string): void;
}

/**
 * Returns a function that loads HarfBuzz.
 *
 * @param load resolves to an instance; to the same with each call.
 */
export const createHarfBuzzLoader = (load: () => Promise<HarfBuzz>) => {
  let isReady = false;
  return async (): Promise<HarfBuzz> => {
    const library = await load();
    // `hExtents` of harfbuzzjs 0.10.0 writes 24 bytes over the end of its stack, where the heap begins: neither a font
    // nor what the heap keeps about its blocks may be there.
    if (!isReady) library.createBlob(new ArrayBuffer(64));
    isReady = true;
    return library;
  };
};

export interface Shaping {
  readonly direction: 'ltr' | 'rtl';
  readonly language: string | undefined;
  /** OpenType features: `liga=0,tnum`. */
  readonly features: string;
}

/** Opens a font to shape texts with. The caller must close it: its memory is not collected. */
export const openOutlines = (library: HarfBuzz, data: ArrayBuffer) => {
  const blob = library.createBlob(data);
  const face = library.createFace(blob, 0);
  const font = library.createFont(face);
  const outlines = new Map<number, string>();
  return {
    unitsPerEm: face.upem,
    extents: font.hExtents(),
    shape: (text: string, { direction, language, features }: Shaping): Glyph[] => {
      const buffer = library.createBuffer();
      try {
        buffer.addText(text);
        buffer.guessSegmentProperties();
        buffer.setDirection(direction);
        if (language !== undefined) buffer.setLanguage(language);
        library.shape(font, buffer, features);
        const positions = buffer.getGlyphPositions();
        return buffer.getGlyphInfos().map(({ codepoint, cluster }, index): Glyph => {
          const { x_advance = 0, x_offset = 0, y_offset = 0 } = positions[index] ?? {};
          return { id: codepoint, cluster, advance: x_advance, dx: x_offset, dy: y_offset };
        });
      } finally {
        buffer.destroy();
      }
    },
    /** Returns the outline of a glyph as SVG path data in font units, with y upwards. */
    outlineOf: (glyph: number): string => {
      const outline = outlines.get(glyph) ?? font.glyphToPath(glyph);
      outlines.set(glyph, outline);
      return outline;
    },
    close: () => {
      for (const part of [font, face, blob]) part.destroy();
    },
  };
};

export type Outlines = ReturnType<typeof openOutlines>;
