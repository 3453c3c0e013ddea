import type { Canvas, PixelBox } from '../../../picture/pixels.ts';
import type { Layer } from './canvas.ts';

/** What stays the same between pictures of one template, drawn once. */
export interface Ground {
  /** Its pieces, from the bottom to the top. */
  readonly pieces: readonly { readonly key: string; readonly box: PixelBox }[];
  /** The picture with those pieces and no others. Never changed. */
  readonly canvas: Canvas;
  readonly isOpaque: boolean;
}

/** Pictures of a template that are laid out alike: a title of one line, a title of two. */
export interface Variant {
  /** Keys of pieces that every one of them had so far. */
  still: ReadonlySet<string>;
  ground: Ground | undefined;
}

/** What is known of a template's pictures of one size. */
export interface KeptTemplate {
  /** The one used last comes first. */
  readonly variants: Variant[];
  /** Pixels of pieces that take long to draw and cannot be in a ground, by their key. */
  readonly layers: Map<string, Layer>;
  /** Pictures in a row for which no ground was of use. */
  misses: number;
}

/**
 * Grounds by template, within a bound of memory: whose use lies longest ago goes first.
 *
 * A name stands for one version of one template and nobody else's, and a ground is only used where every piece of it is
 * in the picture to be drawn, at its place in the order, so no picture can show what is not in its own tree.
 */
export const templateMemory = (largestBytes: number) => {
  const templates = new Map<string, KeptTemplate>();
  let bytes = 0;
  const sizeOf = ({ variants, layers }: KeptTemplate) => {
    let size = 0;
    for (const { ground } of variants) size += ground ? ground.canvas.words.byteLength : 0;
    for (const { words } of layers.values()) size += words.byteLength;
    for (const { still } of variants) for (const key of still) size += key.length;
    return size;
  };
  return {
    get: (name: string): KeptTemplate | undefined => {
      const known = templates.get(name);
      if (known) {
        templates.delete(name);
        templates.set(name, known);
      }
      return known;
    },
    /** Puts a template in, or notes what became of it. */
    set: (name: string, kept: KeptTemplate): void => {
      templates.delete(name);
      templates.set(name, kept);
      bytes = [...templates.values()].reduce((sum, one) => sum + sizeOf(one), 0);
      for (const [oldest, one] of templates) {
        if (bytes <= largestBytes) break;
        templates.delete(oldest);
        bytes -= sizeOf(one);
      }
    },
    get bytes() {
      return bytes;
    },
  };
};

export type TemplateMemory = ReturnType<typeof templateMemory>;
