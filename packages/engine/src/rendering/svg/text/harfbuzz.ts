import type * as HarfBuzzModule from 'harfbuzzjs';

/** The module `harfbuzzjs`. It frees its memory when the objects that stand for it are collected. */
export type HarfBuzz = typeof HarfBuzzModule;

/** A glyph of a shaped text, in font units. */
export interface Glyph {
  readonly id: number;
  /** Index of its first UTF-16 unit in the text. */
  readonly cluster: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
}

export interface Shaping {
  readonly direction: 'ltr' | 'rtl';
  readonly language: string | undefined;
  /** OpenType features: `liga=0,tnum`. */
  readonly features: string;
}

/** Maximum number of features of a text: the library puts them on its stack. Of more, the last ones count. */
const maxFeatures = 64;
/** What the library takes as a language. */
const languageTag = /^[\w-]{1,35}$/;

/** By their bytes: the memory of a font is free only once it was collected, so each is copied and parsed once. */
const fonts = new WeakMap<ArrayBuffer, HarfBuzzModule.Font>();

const openFont = ({ Blob, Face, Font }: HarfBuzz, data: ArrayBuffer): HarfBuzzModule.Font => {
  const font = fonts.get(data) ?? new Font(new Face(new Blob(data)));
  fonts.set(data, font);
  return font;
};

/** Opens a font to shape texts with. */
export const openOutlines = (library: HarfBuzz, data: ArrayBuffer) => {
  const { Buffer, Direction, Feature } = library;
  const font = openFont(library, data);
  const outlines = new Map<number, string>();
  const buffer = new Buffer();
  return {
    unitsPerEm: font.face.upem,
    extents: font.hExtents(),
    shape: (text: string, { direction, language, features }: Shaping): Glyph[] => {
      buffer.reset();
      buffer.addText(text);
      buffer.guessSegmentProperties();
      buffer.setDirection(direction === 'rtl' ? Direction.RTL : Direction.LTR);
      if (language !== undefined && languageTag.test(language)) buffer.setLanguage(language);
      const listed = features.split(',').slice(-maxFeatures);
      const known = listed.flatMap((feature) => Feature.fromString(feature) ?? []);
      library.shape(font, buffer, known);
      const positions = buffer.getGlyphPositions();
      return buffer.getGlyphInfos().map(({ codepoint, cluster }, index): Glyph => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        return { id: codepoint, cluster, advance: xAdvance, dx: xOffset, dy: yOffset };
      });
    },
    /** Returns the outline of a glyph as SVG path data in font units, with y upwards. */
    outlineOf: (glyph: number): string => {
      const outline = outlines.get(glyph) ?? font.glyphToPath(glyph);
      outlines.set(glyph, outline);
      return outline;
    },
  };
};

export type Outlines = ReturnType<typeof openOutlines>;
