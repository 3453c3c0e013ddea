/** A node as satori tells its layout engine of it. */
export interface LayoutNode {
  /** Its place in the tree; that of the root is its own. */
  parent: number;
  /** Whether it measures itself: a text, or lines with inline elements. */
  isText: boolean;
}

/** Parents before what is in them. */
export type LayoutTree = readonly LayoutNode[];

/** Numbers of a node's style, as satori 0.63 writes them, up to those of grids. */
const styleNumbers = 71;
/** Those of the tracks of a grid, given one: two breadths of a kind and a number. */
const trackNumbers = 4;
const repeated = 1;

/**
 * Reads the tree out of what satori 0.63 hands to its layout engine: how many nodes there are, then for each of them its style,
 * whether it measures itself, and the places of its children. Only grids have styles that are not of one length.
 *
 * @throws where it is written in another way, as another version may.
 */
export const layoutTreeIn = (numbers: Float32Array): LayoutTree => {
  let at = 0;
  const next = (): number => numbers[at++] ?? Number.NaN;
  const skip = (count: number): void => {
    at += count;
  };
  const each = (skipOne: () => void): void => {
    for (let left = next(); left > 0; left -= 1) skipOne();
  };
  const skipName = () => skip(next());
  const skipNames = () => each(() => each(skipName));
  const skipSizes = () => skip(next() * trackNumbers);
  const skipTrack = () => {
    if (next() === repeated) {
      skip(2);
      skipSizes();
      skipNames();
    } else skipSizes();
  };
  const skipTracks = () => {
    each(skipTrack);
    skipNames();
  };
  const skipArea = () => {
    skipName();
    skip(4);
  };
  const skipLine = () => {
    skip(2);
    skipName();
  };
  const skipGrid = () => {
    if (next() === 1) {
      skipTracks();
      skipTracks();
      skipSizes();
      skipSizes();
      skip(3);
      each(skipArea);
    }
    if (next() === 1) for (let line = 0; line < 4; line += 1) skipLine();
  };

  const count = next();
  const tree = Array.from({ length: count }, (): LayoutNode => ({ parent: 0, isText: false }));
  for (const [index, node] of tree.entries()) {
    skip(styleNumbers);
    skipGrid();
    node.isText = next() === 1;
    each(() => {
      const child = tree[next()];
      if (child) child.parent = index;
    });
  }
  if (at !== numbers.length) throw new Error('satori describes its layout in another way.');
  return tree;
};
