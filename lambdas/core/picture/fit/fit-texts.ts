import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../hash.ts';
import type { Measure, Size } from '../boxes.ts';
import type { Typography } from '../fonts/typography.ts';
import type { Style } from '../tree/normalise-style.ts';
import type { PreparedElement } from '../tree/prepared-tree.ts';
import type { FitRange } from './fit-range.ts';
import { type Fitted, fittedIn, inBoxAlone, ownSize } from './fitted.ts';
import { isInsideBox, isSameSize, staysInRoom } from './inside.ts';
import { measuredCopy, measuredIn, swapped } from './measured-copy.ts';

/** Sizes are found on a grid of half pixels: the same text has the same size everywhere. */
const step = 0.5;
/** Elements of one picture that are fitted; each takes about ten small layouts. */
const fittedAtMost = 30;
const keptSizes = 2_000;

/**
 * Gives text elements with a `fit` attribute the largest font size at which their text stays inside their box. Sizes are
 * kept by everything they depend on, so that a text is fitted once.
 */
export const textFitter = () => {
  const remember = sizeMemory();
  /**
   * @param picture in CSS pixels.
   * @param sheets text of the tree's style sheets: where there are any, an element can only be measured in its place.
   */
  return async (tree: PreparedElement, picture: Picture, sheets: string, measure: Measure): Promise<void> => {
    const all = fittedIn(tree);
    for (const { element, range } of all) {
      delete element.props.fit;
      // until its size is known, a text must not push its own box open
      element.props.style = { minWidth: 0, minHeight: 0, ...element.props.style, fontSize: range.min };
    }
    for (const fitted of all.slice(0, fittedAtMost)) {
      const { props } = fitted.element;
      const size = await sizeOf(fitted, { tree, picture, isPlain: sheets === '', measure, remember });
      props.style = { ...props.style, fontSize: size };
    }
  };
};

/** Its size, and what decides how wide its texts are besides the tree. */
interface Picture extends Size {
  readonly typography: Typography | undefined;
}

interface Place {
  readonly tree: PreparedElement;
  readonly picture: Picture;
  /** No style sheet says anything about it. */
  readonly isPlain: boolean;
  readonly measure: Measure;
  readonly remember: Remember;
}

/**
 * Where the element's box is known, or the same whatever its text, the text is tried in a box of that size alone; where
 * the box grows with the text, in the whole picture, until it or what stands beside it would leave the box around it.
 */
const sizeOf = async (fitted: Fitted, place: Place): Promise<number> => {
  const given = place.isPlain ? ownSize(fitted.element.props.style ?? {}) : undefined;
  if (given) return largestAlone(fitted, given, place);
  const { tree, picture, remember } = place;
  return remember([tree, fitted.index, fitted.range, picture], () => sizeInPlace(fitted, place));
};

const sizeInPlace = async (fitted: Fitted, place: Place): Promise<number> => {
  const { element, range } = fitted;
  const at = (size: number) => measureSwapped(place.tree, element, size, place.measure);
  const small = await at(range.min);
  const large = await at(range.max);
  if (!small || !large) return range.max;
  if (place.isPlain && isSameSize(small.box, large.box)) return largestAlone(fitted, small.box, place);
  return largest(range, async (size) => {
    const measured = await at(size);
    return !measured || (isInsideBox(measured, styleAt(element, size)) && staysInRoom(measured, small));
  });
};

const largestAlone = (fitted: Fitted, box: Size, { picture, measure, remember }: Place): Promise<number> => {
  const { root, place } = inBoxAlone(fitted, box);
  return remember([root, fitted.range, picture], () =>
    largest(fitted.range, async (size) => {
      const measured = await measureSwapped(root, place, size, measure);
      return !measured || isInsideBox(measured, styleAt(place, size));
    }),
  );
};

const styleAt = ({ props: { style } }: PreparedElement, fontSize: number): Style => ({ ...style, fontSize });

/** Measures an element at a font size in its place. */
const measureSwapped = async (root: PreparedElement, element: PreparedElement, fontSize: number, measure: Measure) => {
  const copy = measuredCopy(element, fontSize);
  const { tree, room } = swapped(root, element, copy.element);
  return measuredIn(await measure(tree), copy, room);
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

type Remember = (key: unknown, find: () => Promise<number>) => Promise<number>;

const sizeMemory = (): Remember => {
  const known = new LRUCache<string, number>({ max: keptSizes });
  return async (key, find) => {
    const name = sha256Hex(JSON.stringify(key));
    const size = known.get(name) ?? (await find());
    known.set(name, size);
    return size;
  };
};
