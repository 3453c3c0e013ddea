import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../hash.ts';
import type { Style } from '../../styles/style.ts';
import type { Measure, Size } from '../boxes.ts';
import type { Typography } from '../fonts/typography.ts';
import type { PreparedElement } from '../tree/prepared-tree.ts';
import { breaksWords, type FitRange, type Fitted, findFitted, inBoxAlone, ownSize } from './fitted.ts';
import {
  createMeasuredCopy,
  isInsideBox,
  isSameSize,
  keepsSiblingsInside,
  readMeasurements,
  replaceElement,
  type Wrap,
} from './measured-copy.ts';

/** Font sizes are multiples of half a pixel, so that the same text has the same size on every engine and machine. */
const step = 0.5;
/** Maximum number of fitted elements in an image. Each takes about ten small layouts. */
const maxFitted = 30;
const cachedSizes = 2_000;

/** Gives texts with a `fit` attribute the largest font size that fits their box. Caches results by all inputs. */
export const createTextFitter = () => {
  const cache = sizeCache();
  /** @param image in CSS pixels. */
  return async (tree: PreparedElement, image: Image, measure: Measure): Promise<void> => {
    const all = findFitted(tree);
    for (const { element, range } of all) {
      delete element.props.fit;
      // Until its size is known, a text must not enlarge its box.
      element.props.style = { minWidth: 0, minHeight: 0, ...element.props.style, fontSize: range.min };
    }
    for (const fitted of all.slice(0, maxFitted)) {
      const { props } = fitted.element;
      const size = await getSize(fitted, { tree, image, measure, cache });
      props.style = { ...props.style, fontSize: size };
    }
  };
};

/** Size of the image, and what else determines the width of texts. */
interface Image extends Size {
  readonly typography: Typography | undefined;
}

interface FitContext {
  readonly tree: PreparedElement;
  readonly image: Image;
  readonly measure: Measure;
  readonly cache: Cache;
}

/**
 * If the box of the element is known or independent of its text, the text is measured alone in a box of that size. If
 * the box grows with the text, the text is measured in the whole image, until it or a sibling would leave its parent.
 */
const getSize = async (fitted: Fitted, context: FitContext): Promise<number> => {
  const given = ownSize(fitted.element.props.style ?? {});
  if (given) return largestAlone(fitted, given, context);
  const { tree, image, cache } = context;
  return cache([tree, fitted.index, fitted.range, image], () => sizeInTree(fitted, context));
};

const sizeInTree = async (fitted: Fitted, context: FitContext): Promise<number> => {
  const { element, range } = fitted;
  const at = (size: number, wrap?: Wrap) => measureSwapped(context.tree, element, size, context.measure, wrap);
  const small = await at(range.min);
  const large = await at(range.max);
  if (!small || !large) return range.max;
  if (isSameSize(small.box, large.box)) return largestAlone(fitted, small.box, context);
  return largestWhole(fitted, async (size, wrap) => {
    const measured = await at(size, wrap);
    return !measured || (isInsideBox(measured, styleAt(element, size)) && keepsSiblingsInside(measured, small));
  });
};

const largestAlone = (fitted: Fitted, box: Size, { image, measure, cache }: FitContext): Promise<number> => {
  const { root, position } = inBoxAlone(fitted, box);
  return cache([root, fitted.range, image], () =>
    largestWhole(fitted, async (size, wrap) => {
      const measured = await measureSwapped(root, position, size, measure, wrap);
      return !measured || isInsideBox(measured, styleAt(position, size));
    }),
  );
};

const styleAt = ({ props: { style } }: PreparedElement, fontSize: number): Style => ({ ...style, fontSize });

const measureSwapped = async (
  root: PreparedElement,
  element: PreparedElement,
  fontSize: number,
  measure: Measure,
  wrap: Wrap | undefined,
) => {
  const copy = createMeasuredCopy(element, fontSize, wrap);
  const { tree, parent } = replaceElement(root, element, copy.element);
  return readMeasurements(await measure(tree), copy, parent);
};

/**
 * Returns the largest size at which the text fits with whole words. A text that may break within words does so only if
 * it does not fit at the smallest size otherwise: then the largest size at which it fits with broken words.
 */
const largestWhole = async (
  fitted: Fitted,
  holds: (size: number, wrap?: Wrap) => Promise<boolean>,
): Promise<number> => {
  const { range } = fitted;
  if (!breaksWords(fitted)) return largest(range, holds);
  const size = await largest(range, (one) => holds(one, 'whole words'));
  return size > range.min || (await holds(size, 'whole words')) ? size : largest(range, holds);
};

/** Returns the largest size that passes a test, by binary search; the smallest if none does. */
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

const sizeCache = (): Cache => {
  const sizes = new LRUCache<string, number>({ max: cachedSizes });
  return async (key, find) => {
    const name = sha256Hex(JSON.stringify(key));
    const size = sizes.get(name) ?? (await find());
    sizes.set(name, size);
    return size;
  };
};
