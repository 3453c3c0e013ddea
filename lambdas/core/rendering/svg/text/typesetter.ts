import type { ChosenFont } from '../../fonts/choose-fonts.ts';
import { getFaceKey, type TextStyle } from '../../fonts/text-style.ts';
import type { HarfBuzz, Outlines } from './harfbuzz.ts';
import { openOutlines } from './harfbuzz.ts';
import type { PreparedNode } from '../../tree/prepared-tree.ts';
import type { SvgTextStyle } from './text-attributes.ts';

/** A piece of text with one style, and where its characters are placed. */
export interface Piece {
  readonly text: string;
  readonly style: SvgTextStyle;
  /** By index of the character; undefined where the last character ends. */
  readonly places: readonly Place[];
  /** Where its outlines are written. */
  readonly outlines: PreparedNode[];
}

export interface Place {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly dx?: number | undefined;
  readonly dy?: number | undefined;
}

/** Neighbouring characters of a piece with one font, one direction and one place. */
interface Run {
  readonly piece: Piece;
  readonly font: ChosenFont;
  text: string;
  readonly isRightToLeft: boolean;
  readonly place: Place;
}

/** A glyph and its pen position in user units. */
interface PlacedGlyph {
  readonly run: Run;
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

const strong = /[\p{L}\p{N}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const mark = /[\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** Slant of an upright font that stands for an italic one, as in Chromium. */
const slant = 0.25;

/** Opens a typesetter for SVG texts, which keeps its fonts open until it is closed. */
export const openTypesetter = (library: HarfBuzz, fontsOf: (style: TextStyle) => readonly ChosenFont[]) => {
  const opened = new Map<ArrayBuffer, Outlines>();
  const open = ({ data: { data } }: ChosenFont): Outlines => {
    const outlines = opened.get(data) ?? openOutlines(library, data);
    opened.set(data, outlines);
    return outlines;
  };
  const fonts = new Map<string, readonly ChosenFont[]>();
  const getFonts = (style: TextStyle) => {
    const key = getFaceKey(style);
    const own = fonts.get(key) ?? fontsOf(style);
    fonts.set(key, own);
    return own;
  };

  /** Splits a text into runs, in the order of its characters. */
  const getRuns = (pieces: readonly Piece[]): Run[] => {
    const runs: Run[] = [];
    let direction = pieces[0]?.style.direction === 'rtl';
    for (const piece of pieces) {
      const available = getFonts(piece.style.text);
      let isFirst = true;
      for (const [index, char] of [...piece.text].entries()) {
        const place = piece.places[index] ?? {};
        const isPlaced = Object.values(place).some((length) => length !== undefined);
        const last = isFirst ? undefined : runs.at(-1);
        const code = char.codePointAt(0) as number;
        const isJoined = last !== undefined && !isPlaced && (mark.test(char) || /\s/.test(char));
        const font =
          isJoined && (mark.test(char) || last.font.data.has(code))
            ? last.font
            : (available.find(({ data }) => data.has(code)) ?? available[0]);
        if (!font) continue;
        if (strong.test(char)) direction = rightToLeft.test(char);
        else if (!mark.test(char)) direction = getNeutral(piece, index, direction);
        if (last && !isPlaced && last.font === font && last.isRightToLeft === direction) last.text += char;
        else runs.push({ piece, font, text: char, isRightToLeft: direction, place });
        isFirst = false;
      }
    }
    return runs;
  };

  const getBaseline = ({ baseline, fontSize, text }: SvgTextStyle): number => {
    const [font] = getFonts(text);
    if (!font) return 0;
    const { extents, unitsPerEm, outlineOf, shape } = open(font);
    const scale = fontSize / unitsPerEm;
    const [ascent, descent] = [extents.ascender * scale, -extents.descender * scale];
    switch (baseline) {
      case 'middle': {
        const [x] = shape('x', { direction: 'ltr', language: undefined, features: '' });
        const heights = Array.from((x ? outlineOf(x.id) : '').matchAll(/,(-?[\d.]+)/g), ([, y]) => Number(y));
        return (heights.length === 0 ? fontSize / 2 : Math.max(...heights) * scale) / 2;
      }
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

  /** Writes the outlines of the pieces of one text. */
  const set = (pieces: readonly Piece[]): void => {
    let [x, y] = [0, 0];
    for (const chunk of getChunks(getRuns(pieces))) {
      const [head] = chunk;
      if (!head) continue;
      const { style } = head.piece;
      [x, y] = [head.place.x ?? x, head.place.y ?? y];
      const start = x;
      const placed: PlacedGlyph[] = [];
      for (const run of inVisualOrder(chunk, style.direction === 'rtl')) {
        const { fontSize, letterSpacing, wordSpacing, language, features } = run.piece.style;
        const { shape, unitsPerEm } = open(run.font);
        const scale = fontSize / unitsPerEm;
        x += run.place.dx ?? 0;
        y += run.place.dy ?? 0;
        const top = y + getBaseline(run.piece.style);
        const direction = run.isRightToLeft ? 'rtl' : 'ltr';
        const ligatures = letterSpacing === 0 ? [] : ['liga=0', 'clig=0'];
        const glyphs = shape(run.text, {
          direction,
          language,
          features: [features, ...ligatures].filter((one) => one !== '').join(','),
        });
        for (const [index, { id, cluster, advance, dx, dy }] of glyphs.entries()) {
          placed.push({ run, id, x: x + dx * scale, y: top - dy * scale });
          x += advance * scale;
          if (glyphs[index + 1]?.cluster === cluster) continue;
          x += letterSpacing + (/\s/.test(run.text[cluster] ?? '') ? wordSpacing : 0);
        }
      }
      const shift = getShift(style, x - start);
      x += shift;
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
    const d = outline.replaceAll(/(-?[\d.e+-]+),(-?[\d.e+-]+)/g, (_, across: string, up: string) => {
      const left = Number(across) + (isSlanted ? Number(up) * slant : 0);
      return `${round(x + left * scale)},${round(y - Number(up) * scale)}`;
    });
    const last = piece.outlines.at(-1);
    // One path for each piece, so that a stroke or a gradient applies to all of it.
    if (typeof last === 'object') last.props.d = `${last.props.d}${d}`;
    else piece.outlines.push({ type: 'path', props: { d, style: {}, children: [] } });
  };

  return {
    set,
    close: () => {
      for (const outlines of opened.values()) outlines.close();
    },
  };
};

const round = (length: number): number => Math.round(length * 1_000) / 1_000;

/** Returns the direction of a neutral character: that of its neighbours if they agree, else of the text. */
const getNeutral = ({ text, style }: Piece, index: number, before: boolean): boolean => {
  const next = [...text].slice(index + 1, index + 40).find((char) => strong.test(char));
  const base = style.direction === 'rtl';
  return next !== undefined && rightToLeft.test(next) === before ? before : base;
};

/** Splits runs where a character has a position of its own. */
const getChunks = (runs: readonly Run[]): Run[][] => {
  const chunks: Run[][] = [];
  for (const run of runs) {
    const last = chunks.at(-1);
    if (last && run.place.x === undefined && run.place.y === undefined) last.push(run);
    else chunks.push([run]);
  }
  return chunks;
};

/** Returns runs from left to right. Neighbours against the direction of the text change places. */
const inVisualOrder = (runs: readonly Run[], isRightToLeft: boolean): Run[] => {
  const groups: Run[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    const isTurned = run.isRightToLeft !== isRightToLeft;
    if (isTurned && last?.[0] && last[0].isRightToLeft === run.isRightToLeft) last.push(run);
    else groups.push([run]);
  }
  if (isRightToLeft) return groups.toReversed().flat();
  return groups.flatMap((group) => (group[0]?.isRightToLeft ? group.toReversed() : group));
};

/** Returns by how much an anchor moves a text of a width. */
const getShift = ({ anchor, direction }: SvgTextStyle, width: number): number => {
  if (anchor === 'middle') return -width / 2;
  return (anchor === 'end') === (direction === 'ltr') ? -width : 0;
};
