import type { Box, PlacedBox } from '../../rendering/boxes.ts';
import type { Pixels } from '../../rendering/pixels.ts';
import type { ImageDiagnostic } from './image-diagnostics.ts';

/** A tree as one engine lays it out and renders it. */
export interface EngineView {
  /** In document order, parents first; CSS pixels. */
  readonly boxes: readonly PlacedBox[];
  /** Straight or premultiplied RGBA, alike for both views. */
  readonly pixels: Pixels;
}

/** Maximum number of elements that are reported to be elsewhere. */
const maxReported = 20;
/** Distance in CSS pixels from which a box is elsewhere; a share of the image's longer side in large images. */
const leastDistance = 6;
const leastDistanceShare = 0.01;
/** Side of the blocks whose mean colours are compared, in device pixels: edges of letters are where each engine likes. */
const blockSide = 16;
/** Difference of the mean of a channel, of 255, that a reader sees. */
const leastDifference = 30;
/** The same where only one image shows an edge, and the other none nearby: a thin letter changes the mean little. */
const leastDifferenceOfEdges = 12;
/** Difference of a channel within a block, of 255, by which it shows an edge. */
const leastContrast = 60;
/** Share of an element's blocks with an edge, or a difference, that may differ. */
const mostDifferent = 0.2;

const advice = "options.engine = 'takumi' renders it as a browser does.";

/**
 * Returns the elements in document order that satori places unlike takumi, which shows what a browser shows, and the
 * smallest of the others that looks otherwise.
 *
 * @param scale device pixels per CSS pixel.
 * @param turned positions of elements in a transform: satori measures them before it, so their boxes are not compared.
 */
export const compareEngines = (
  own: EngineView,
  browser: EngineView,
  scale: number,
  turned: ReadonlySet<string> = new Set(),
): ImageDiagnostic[] => {
  const found: { readonly box: PlacedBox; readonly message: string }[] = [];
  const hasEdges = [findEdges(own.pixels), findEdges(browser.pixels)] as const;
  const differences = getDifferences(own.pixels, browser.pixels, hasEdges);
  const isCounted = differences.map(
    (isDifferent, at) => isDifferent | Math.max(...hasEdges.map((one) => one[at] ?? 0)),
  );
  const getShare = (box: Box, reach: Reach) => getBlockShare(differences, isCounted, own.pixels, { box, scale, reach });
  /** A box that nobody sees may be anywhere. */
  const isSeen = (...boxes: readonly (Box | undefined)[]) => boxes.some((box) => box && getShare(box, 'touched') > 0);
  const least = Math.max(leastDistance, (leastDistanceShare * Math.max(own.pixels.width, own.pixels.height)) / scale);
  const isKnown = (box: PlacedBox) => found.some((one) => one.box.position === box.position || isWithin(box, one.box));
  const pairs = [...getPairs(own.boxes, browser.boxes)];
  for (const [box, other] of pairs) {
    if (found.length === maxReported) break;
    const distance = other ? getDistance(box, other) : undefined;
    if (turned.has(box.position) || isKnown(other ?? box) || !isSeen(box, other)) continue;
    if (distance === undefined)
      found.push({ box, message: `<${box.element}> is not in the image of a browser: ${advice}` });
    else if (distance.size > least)
      found.push({
        box: other as PlacedBox,
        message: `satori gives <${box.element}> ${toSize(box)}, a browser ${toSize(other as Box)}: ${advice}`,
      });
    else if (distance.place > least)
      found.push({
        box: other as PlacedBox,
        message: `satori places <${box.element}> at ${toPlace(box)}, a browser at ${toPlace(other as Box)}: ${advice}`,
      });
  }
  // an element around one that is elsewhere differs because of it
  const isAround = (box: PlacedBox) => found.some((one) => isWithin(one.box, box));
  const others = pairs.filter(([box, other]) => !isKnown(other ?? box) && !isKnown(box) && !isAround(box));
  const different = findDifferent(others, (box) => getShare(box, 'own'));
  if (different)
    found.push({ box: different, message: `satori renders <${different.element}> unlike a browser: ${advice}` });
  return found.map(({ box, message }) => ({ code: 'unlike-browser', message, position: box.position }));
};

const toSize = ({ width, height }: Box): string => `${Math.round(width)} x ${Math.round(height)} px`;
const toPlace = ({ left, top }: Box): string => `${Math.round(left)}, ${Math.round(top)}`;

const getDistance = (a: Box, b: Box) => ({
  size: Math.max(Math.abs(a.width - b.width), Math.abs(a.height - b.height)),
  place: Math.max(Math.abs(a.left - b.left), Math.abs(a.top - b.top)),
});

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left - 1 &&
  inner.top >= outer.top - 1 &&
  inner.left + inner.width <= outer.left + outer.width + 1 &&
  inner.top + inner.height <= outer.top + outer.height + 1;

/** Pairs boxes of the same element: a list has many with one source position, in the same order. */
function* getPairs(own: readonly PlacedBox[], others: readonly PlacedBox[]) {
  const byPosition = Map.groupBy(others, ({ position }) => position);
  const counts = new Map<string, number>();
  for (const box of own) {
    const index = counts.get(box.position) ?? 0;
    counts.set(box.position, index + 1);
    yield [box, byPosition.get(box.position)?.[index]] as const;
  }
}

/** Returns the smallest element whose pixels differ, where it is in either image. */
const findDifferent = (
  pairs: readonly (readonly [PlacedBox, PlacedBox | undefined])[],
  getShare: (box: Box) => number,
): PlacedBox | undefined =>
  pairs
    .filter(([{ width, height }]) => width * height >= blockSide ** 2)
    .toSorted(([a], [b]) => a.width * a.height - b.width * b.height)
    .find(([box, other = box]) => Math.max(getShare(box), getShare(other)) > mostDifferent)?.[0];

/** Returns for each block, row by row, 1 if its mean colour differs. */
const getDifferences = (a: Pixels, b: Pixels, [edges, others]: readonly [Uint8Array, Uint8Array]): Uint8Array => {
  const [ours, theirs] = [getMeans(a), getMeans(b)];
  const across = toBlocks(a.width);
  const [around, aroundOthers] = [spread(edges, across), spread(others, across)];
  const isOnlyHere = (at: number) => (edges[at] && !aroundOthers[at]) || (others[at] && !around[at]);
  const isDifferent = new Uint8Array(ours.length / 4);
  for (let at = 0; at < ours.length; at += 1) {
    const least = isOnlyHere(at >> 2) ? leastDifferenceOfEdges : leastDifference;
    if (Math.abs((ours[at] as number) - (theirs[at] as number)) >= least) isDifferent[at >> 2] = 1;
  }
  return isDifferent;
};

/** Returns the blocks that are marked or beside a marked one. */
const spread = (marks: Uint8Array, across: number): Uint8Array => {
  const result = new Uint8Array(marks.length);
  for (let at = 0; at < marks.length; at += 1) {
    if (!marks[at]) continue;
    for (let y = -1; y <= 1; y += 1)
      for (let x = -1; x <= 1; x += 1) {
        const column = (at % across) + x;
        if (column >= 0 && column < across) result[at + y * across + x] = 1;
      }
  }
  return result;
};

const toBlocks = (length: number): number => Math.ceil(length / blockSide);

/** Returns the mean of each channel of each block; what a block at the edge lacks counts as nothing. */
const getMeans = ({ data, width, height }: Pixels): Float64Array => {
  const across = toBlocks(width);
  const means = new Float64Array(across * toBlocks(height) * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const block = Math.floor(y / blockSide) * across + Math.floor(x / blockSide);
      for (let channel = 0; channel < 4; channel += 1)
        means[block * 4 + channel] =
          (means[block * 4 + channel] as number) + (data[(y * width + x) * 4 + channel] as number) / blockSide ** 2;
    }
  return means;
};

/** Returns for each block, row by row, 1 if a channel differs within it. */
const findEdges = ({ data, width, height }: Pixels): Uint8Array => {
  const across = toBlocks(width);
  const count = across * toBlocks(height) * 4;
  const [least, most] = [new Uint8Array(count).fill(255), new Uint8Array(count)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const block = Math.floor(y / blockSide) * across + Math.floor(x / blockSide);
      for (let channel = 0; channel < 4; channel += 1) {
        const [at, value] = [block * 4 + channel, data[(y * width + x) * 4 + channel] as number];
        if (value < (least[at] as number)) least[at] = value;
        if (value > (most[at] as number)) most[at] = value;
      }
    }
  const hasEdge = new Uint8Array(count / 4);
  for (let at = 0; at < count; at += 1)
    if ((most[at] as number) - (least[at] as number) >= leastContrast) hasEdge[at >> 2] = 1;
  return hasEdge;
};

/** All blocks that a box touches, or those whose middle is in it: others show mostly what is beside it. */
type Reach = 'touched' | 'own';

/** Returns the share of a box's counted blocks that differ, 0 to 1. */
const getBlockShare = (
  isDifferent: Uint8Array,
  isCounted: Uint8Array,
  { width, height }: Pixels,
  { box, scale, reach }: { readonly box: Box; readonly scale: number; readonly reach: Reach },
): number => {
  const toBlock = (value: number, end: number) => Math.max(0, Math.min(end, value * scale)) / blockSide;
  const [first, last] = reach === 'own' ? [Math.round, Math.round] : [Math.floor, Math.ceil];
  const [left, right] = [first(toBlock(box.left, width)), last(toBlock(box.left + box.width, width))];
  const [top, bottom] = [first(toBlock(box.top, height)), last(toBlock(box.top + box.height, height))];
  let [sum, count] = [0, 0];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      sum += isDifferent[y * toBlocks(width) + x] as number;
      count += isCounted[y * toBlocks(width) + x] as number;
    }
  return sum / Math.max(1, count);
};
