import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../hash.ts';
import type { Measure, Size } from '../boxes.ts';
import type { Typography } from '../fonts/typography.ts';
import type { Style } from '../tree/normalise-style.ts';
import type { PreparedElement } from '../tree/prepared-tree.ts';
import type { FitRange } from './fit-range.ts';
import { type Fitted, fittedIn, inBoxAlone, ownSize } from './fitted.ts';
import { fitsSpace, isInsideBox, isSameSize } from './inside.ts';
import { measuredCopy, measuredIn, swapped } from './measured-copy.ts';

/** Sizes are found on a grid of half pixels: the same text has the same size everywhere. */
const step = 0.5;
/** Elements of one image that are fitted; each takes about ten small layouts. */
const fittedAtMost = 30;
const cachedSizes = 2_000;

/**
 * Gives text elements with a `fit` attribute the largest font size at which their text stays inside their box. Results
 * are cached by all inputs, so that a text is fitted once.
 */
export const textFitter = () => {
  const cache = sizeMemory();
  /**
   * @param image in CSS pixels.
   * @param sheets text of the tree's style sheets: where there are any, an element can only be measured in its place.
   */
  return async (tree: PreparedElement, image: Image, sheets: string, measure: Measure): Promise<void> => {
    const all = fittedIn(tree);
    for (const { element, range } of all) {
      delete element.props.fit;
      // until its size is known, a text must not enlarge its box
      element.props.style = { minWidth: 0, minHeight: 0, ...element.props.style, fontSize: range.min };
    }
    for (const fitted of all.slice(0, fittedAtMost)) {
      const { props } = fitted.element;
      const size = await getSize(fitted, { tree, picture: image, isPlain: sheets === '', measure, cache });
      props.style = { ...props.style, fontSize: size };
    }
  };
};

/** Its size, and what decides how wide its texts are besides the tree. */
interface Image extends Size {
  readonly typography: Typography | undefined;
}

interface FitContext {
  readonly tree: PreparedElement;
  readonly picture: Image;
  /** No style sheet applies to it. */
  readonly isPlain: boolean;
  readonly measure: Measure;
  readonly cache: Cache;
}

/**
 * Where the element's box is known, or the same whatever its text, the text is tried in a box of that size alone; where
 * the box grows with the text, in the whole image, until it or what stands beside it would leave the box around it.
 */
const getSize = async (fitted: Fitted, position: FitContext): Promise<number> => {
  const given = position.isPlain ? ownSize(fitted.element.props.style ?? {}) : undefined;
  if (given) return largestAlone(fitted, given, position);
  const { tree, picture: image, cache } = position;
  return cache([tree, fitted.index, fitted.range, image], () => sizeInPosition(fitted, position));
};

const sizeInPosition = async (fitted: Fitted, position: FitContext): Promise<number> => {
  const { element, range } = fitted;
  const at = (size: number) => measureSwapped(position.tree, element, size, position.measure);
  const small = await at(range.min);
  const large = await at(range.max);
  if (!small || !large) return range.max;
  if (position.isPlain && isSameSize(small.box, large.box)) return largestAlone(fitted, small.box, position);
  return largest(range, async (size) => {
    const measured = await at(size);
    return !measured || (isInsideBox(measured, styleAt(element, size)) && fitsSpace(measured, small));
  });
};

const largestAlone = (fitted: Fitted, box: Size, { picture: image, measure, cache }: FitContext): Promise<number> => {
  const { root, position } = inBoxAlone(fitted, box);
  return cache([root, fitted.range, image], () =>
    largest(fitted.range, async (size) => {
      const measured = await measureSwapped(root, position, size, measure);
      return !measured || isInsideBox(measured, styleAt(position, size));
    }),
  );
};

const styleAt = ({ props: { style } }: PreparedElement, fontSize: number): Style => ({ ...style, fontSize });

/** Measures an element at a font size in its place. */
const measureSwapped = async (root: PreparedElement, element: PreparedElement, fontSize: number, measure: Measure) => {
  const copy = measuredCopy(element, fontSize);
  const { tree, budget: space } = swapped(root, element, copy.element);
  return measuredIn(await measure(tree), copy, space);
};

/** The largest size of the grid for which a test holds, by halving; the smallest when it holds for none. */
const largest = async ({ min, max }: FitRange, holds: (size: number) => Promise<boolean>): Promise<number> => {
  let fits = 0;
  let tooLarge = Math.floor((max - min) / step) + 1;
  while (tooLarge - fits > 1) {
    const middle = (fits + tooLarge) >> 1;
    if (await holds(min + middle * step)) fits = middle;
    else tooLarge = middle;
  }
  return min + fits * step;
};

type Cache = (key: unknown, find: () => Promise<number>) => Promise<number>;

const sizeMemory = (): Cache => {
  const known = new LRUCache<string, number>({ max: cachedSizes });
  return async (key, find) => {
    const name = sha256Hex(JSON.stringify(key));
    const size = known.get(name) ?? (await find());
    known.set(name, size);
    return size;
  };
};
