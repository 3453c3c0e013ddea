import { rootFontSize } from '../../../styles/values/lengths.ts';
import type { Size } from '../../boxes.ts';
import { EngineDamage, EngineRejection } from '../../engine-errors.ts';
import type { createFontChooser } from '../../fonts/choose-fonts.ts';
import { addCharacters, type FontDemand, newDemand } from '../../fonts/font-demand.ts';
import { guessHanLanguage } from '../../fonts/han.ts';
import { getFaceKey, type TextStyle } from '../../fonts/text-style.ts';
import {
  getPreparedElements,
  type PreparedElement,
  type PreparedNode,
  type PreparedProps,
  visitInherited,
} from '../../tree/prepared-tree.ts';
import type { HarfBuzz } from './harfbuzz.ts';
import type { Piece, Place } from './runs.ts';
import { getLengths, getSvgTextStyle, getViewport, type SvgTextStyle, textOnly } from './text-attributes.ts';
import { createTypesetter } from './typesetter.ts';

/** Maximum number of characters of text in the SVGs of an image: each becomes an outline of about 500 bytes. */
const maxCharacters = 5_000;

interface Outlining {
  readonly chooseFonts: ReturnType<typeof createFontChooser>;
  /** Loads HarfBuzz; called if there is such a text. */
  readonly load: () => Promise<HarfBuzz>;
  /** The text style that elements inherit by default. */
  readonly root: TextStyle;
  /** Of the image, in CSS pixels. */
  readonly image: Size;
  /** Maximum number of characters of path data. @default that of the typesetter */
  readonly maxOutline?: number;
}

/**
 * Replaces every `<text>` in the SVGs of a tree with paths of its letters, in place, because engines have no fonts for
 * SVGs. Kerning and ligatures are those of the font.
 *
 * @returns characters that no font contains.
 * @throws FontsNotReady, EngineRejection for too much text
 */
export const outlineTexts = async (tree: PreparedElement, outlining: Outlining): Promise<readonly string[]> => {
  // most trees: text styles are not computed for them
  if (!getPreparedElements(tree).some(({ type }) => type === 'text')) return [];
  const texts = collect(tree, outlining);
  if (texts.length === 0) return [];
  const pieces = texts.flat();
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (length > maxCharacters)
    throw new EngineRejection(
      `The texts in <svg> have ${length} characters; at most ${maxCharacters} can be rendered.`,
    );
  const language = guessHanLanguage(pieces.map(({ text }) => text).join(''));
  const demands = new Map<string, FontDemand>();
  for (const { text, style } of pieces) {
    const key = getFaceKey(style.text);
    const demand = demands.get(key) ?? newDemand(style.text);
    demands.set(key, demand);
    addCharacters(demand, text);
  }
  const { missing } = outlining.chooseFonts([...demands.values()], language, outlining.root);
  const fontsOf = (style: TextStyle) => {
    const demand = demands.get(getFaceKey(style));
    return demand ? outlining.chooseFonts([demand], language, style).fonts : [];
  };
  const library = await outlining.load();
  try {
    const set = createTypesetter(library, fontsOf, outlining.maxOutline);
    for (const text of texts) set(text);
  } catch (error) {
    // The memory of the WebAssembly library is in an unknown state.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw new EngineDamage(error);
    throw error;
  }
  return missing;
};

interface Inherited {
  readonly style: SvgTextStyle;
}

/** Replaces texts with groups, and returns the pieces of each. */
const collect = (tree: PreparedElement, { root, image }: Outlining): Piece[][] => {
  const found: Piece[][] = [];
  const initial: SvgTextStyle = {
    text: root,
    fontSize: rootFontSize,
    ...{ letterSpacing: 0, wordSpacing: 0, anchor: 'start', baseline: 'auto', direction: 'ltr', features: '' },
    language: undefined,
    isPreserved: false,
  };
  visitInherited<Inherited>(tree, { style: initial }, (element, { style }) => {
    const own = getSvgTextStyle(element, style);
    if (element.type === 'svg')
      visitShapes(element, { ...own, isPreserved: false }, getViewport(element.props, image), found);
    return { style: own };
  });
  return found;
};

const visitShapes = (parent: PreparedElement, style: SvgTextStyle, viewport: Size, found: Piece[][]): void => {
  const { children = [] } = parent.props;
  parent.props.children = children.map((child) => {
    if (typeof child === 'string' || child.type === 'style') return child;
    const own = getSvgTextStyle(child, style);
    if (child.type === 'text') {
      const reading: Reading = { pieces: [], viewport, hasSpace: true };
      const group = readText(child, own, [], reading);
      trimEnd(reading.pieces);
      if (reading.pieces.length > 0) found.push(reading.pieces);
      return group;
    }
    visitShapes(child, own, child.type === 'svg' ? getViewport(child.props, viewport) : viewport, found);
    return child;
  });
};

interface Reading {
  readonly pieces: Piece[];
  readonly viewport: Size;
  /** Whether a space at this point collapses. */
  hasSpace: boolean;
}

/** Returns the group for a `<text>` or `<tspan>`, with an empty group for each piece of text. */
const readText = (
  { props }: PreparedElement,
  style: SvgTextStyle,
  around: readonly Place[],
  reading: Reading,
): PreparedElement => {
  const { pieces, viewport } = reading;
  const first = count(pieces);
  const places: Place[] = [...around];
  for (const [name, whole] of [
    ['x', viewport.width],
    ['y', viewport.height],
    ['dx', viewport.width],
    ['dy', viewport.height],
  ] as const)
    for (const [index, length] of getLengths(props, name, style.fontSize, whole).entries())
      places[first + index] = { ...places[first + index], [name]: length };
  const children = (props.children ?? []).flatMap((child): PreparedNode[] => {
    if (typeof child !== 'string') {
      if (child.type !== 'tspan' && child.type !== 'a') return [];
      return [readText(child, getSvgTextStyle(child, style), places, reading)];
    }
    const text = collapse(child, style.isPreserved, reading);
    if (text === '') return [];
    const outlines: PreparedNode[] = [];
    const start = count(pieces);
    pieces.push({ text, style, places: [...text].map((_, index) => places[start + index] ?? {}), outlines });
    return [{ type: 'g', props: { children: outlines } }];
  });
  const { style: given = {}, ...others } = props;
  const withoutText = <T>(from: Record<string, T>) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => !textOnly.has(name)));
  const own = withoutText(others as PreparedProps) as PreparedProps;
  return { type: 'g', props: { ...own, style: withoutText(given), children } };
};

const count = (pieces: readonly Piece[]): number => pieces.reduce((sum, { places }) => sum + places.length, 0);

const collapse = (text: string, isPreserved: boolean, reading: Reading): string => {
  const flat = text.replaceAll(/[\t\n\r]/g, ' ');
  if (isPreserved) {
    reading.hasSpace = false;
    return flat;
  }
  const single = flat.replaceAll(/ +/g, ' ');
  const shown = reading.hasSpace ? single.replace(/^ /, '') : single;
  if (shown !== '') reading.hasSpace = shown.endsWith(' ');
  return shown;
};

/** Drops the space at the end of a text. */
const trimEnd = (pieces: Piece[]): void => {
  const last = pieces.at(-1);
  if (!last || last.style.isPreserved || !last.text.endsWith(' ')) return;
  pieces.pop();
  const text = last.text.slice(0, -1);
  if (text !== '') pieces.push({ ...last, text, places: last.places.slice(0, -1) });
};
