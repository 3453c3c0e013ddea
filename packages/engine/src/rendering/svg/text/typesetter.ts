import { EngineRejection } from '../../engine-errors.ts';
import type { ChosenFont } from '../../fonts/choose-fonts.ts';
import { getFaceKey, type TextStyle } from '../../fonts/text-style.ts';
import { getBaselineShift } from './baselines.ts';
import { type HarfBuzz, type Outlines, openOutlines } from './harfbuzz.ts';
import { getChunks, getRuns, inVisualOrder, type Piece, type Run } from './runs.ts';
import type { SvgTextStyle } from './text-attributes.ts';

/** A glyph and its pen position in user units. */
interface PlacedGlyph {
  readonly run: Run;
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

interface Pen {
  x: number;
  y: number;
}

/** Slant of an upright font that stands for an italic one, as in Chromium. */
const slant = 0.25;

/** Maximum number of characters of path data in an image: a letter of a custom font may have 65,535 points. */
const maxOutline = 10_000_000;

/**
 * Returns a function that sets the texts of an SVG, each given by its pieces, and writes their outlines.
 *
 * @param most characters of path data.
 */
export const createTypesetter = (
  library: HarfBuzz,
  fontsOf: (style: TextStyle) => readonly ChosenFont[],
  most = maxOutline,
) => {
  const opened = new Map<ArrayBuffer, Outlines>();
  const open = ({ data: { data } }: ChosenFont): Outlines => {
    const outlines = opened.get(data) ?? openOutlines(library, data);
    opened.set(data, outlines);
    return outlines;
  };
  const fonts = new Map<string, readonly ChosenFont[]>();
  const getFonts = ({ text }: SvgTextStyle) => {
    const key = getFaceKey(text);
    const own = fonts.get(key) ?? fontsOf(text);
    fonts.set(key, own);
    return own;
  };

  let written = 0;

  /** Returns the glyphs of a run, and moves the pen behind them. */
  const shapeRun = (run: Run, pen: Pen): PlacedGlyph[] => {
    const { fontSize, baseline, letterSpacing, wordSpacing, language, features } = run.piece.style;
    const { shape, unitsPerEm } = open(run.font);
    const scale = fontSize / unitsPerEm;
    pen.x += run.place.dx ?? 0;
    pen.y += run.place.dy ?? 0;
    const [font = run.font] = getFonts(run.piece.style);
    const top = pen.y + getBaselineShift(baseline, fontSize, open(font));
    const glyphs = shape(run.text, {
      direction: run.isRightToLeft ? 'rtl' : 'ltr',
      language,
      features: [features, ...(letterSpacing === 0 ? [] : ['liga=0', 'clig=0'])].filter((one) => one !== '').join(','),
    });
    return glyphs.map(({ id, cluster, advance, dx, dy }, index) => {
      const placed = { run, id, x: pen.x + dx * scale, y: top - dy * scale };
      pen.x += advance * scale;
      if (glyphs[index + 1]?.cluster !== cluster)
        pen.x += letterSpacing + (/\s/.test(run.text[cluster] ?? '') ? wordSpacing : 0);
      return placed;
    });
  };

  /** @throws EngineRejection for letters of too many points */
  const set = (pieces: readonly Piece[]): void => {
    const pen = { x: 0, y: 0 };
    for (const chunk of getChunks(getRuns(pieces, getFonts))) {
      const [head] = chunk;
      if (!head) continue;
      const { style } = head.piece;
      pen.x = head.place.x ?? pen.x;
      pen.y = head.place.y ?? pen.y;
      const start = pen.x;
      const placed = inVisualOrder(chunk, style.direction === 'rtl').flatMap((run) => shapeRun(run, pen));
      const shift = getShift(style, pen.x - start);
      pen.x += shift;
      for (const glyph of placed) write({ ...glyph, x: glyph.x + shift });
    }
  };

  const write = ({ run, id, x, y }: PlacedGlyph): void => {
    const { piece, font } = run;
    const { outlineOf, unitsPerEm } = open(font);
    const outline = outlineOf(id);
    if (outline === '') return;
    const scale = piece.style.fontSize / unitsPerEm;
    const isSlanted = piece.style.text.isItalic && font.face.style === 'normal';
    const d = outline.replaceAll(/[^MLQCZ ]+/g, (point) => {
      const [across = 0, up = 0] = point.split(',').map(Number);
      const left = across + (isSlanted ? up * slant : 0);
      return `${round(x + left * scale)},${round(y - up * scale)}`;
    });
    written += d.length;
    if (written > most)
      throw new EngineRejection('The letters of the texts in <svg> have too many points to be rendered.');
    const last = piece.outlines.at(-1);
    // One path for each piece, so that a stroke or a gradient applies to all of it.
    if (typeof last === 'object') last.props.d = `${last.props.d}${d}`;
    else piece.outlines.push({ type: 'path', props: { d, style: {}, children: [] } });
  };

  return set;
};

const round = (length: number): number => Math.round(length * 1_000) / 1_000;

/** Returns by how much an anchor moves a text of a width. */
const getShift = ({ anchor, direction }: SvgTextStyle, width: number): number => {
  if (anchor === 'middle') return -width / 2;
  return (anchor === 'end') === (direction === 'ltr') ? -width : 0;
};
