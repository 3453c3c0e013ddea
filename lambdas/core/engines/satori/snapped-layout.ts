import { type LayoutTree, layoutTreeIn } from './layout-tree.ts';

/** Parts of a pixel that browsers lay out in, and satori is told to. */
export const partsOfPixel = 64;

/** What satori has of its layout engine, as far as it is looked at here. */
interface LayoutExports {
  readonly memory: WebAssembly.Memory;
  /** Lays out the tree at a place of the memory; answers where the numbers of each node are. */
  readonly compute: (place: number, length: number, ...limits: number[]) => number;
}

/**
 * Loads satori with a layout engine that moves the edges of boxes to whole pixels and leaves texts where they are, as browsers
 * paint them. satori 0.63 has one setting for both. Its engine is a module of WebAssembly, one function of which lays out: what
 * that answers is changed before satori reads it, so that all that satori draws follows.
 */
export const withSnappedBoxes = async <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> => {
  const instantiate = WebAssembly.instantiate as Instantiate;
  const snapping: Instantiate = async (...input) => {
    const source = await instantiate(...input);
    const exports = source.instance?.exports;
    return isLayoutEngine(exports) ? { ...source, instance: { exports: withSnapping(exports) } } : source;
  };
  Object.assign(WebAssembly, { instantiate: snapping });
  try {
    return await load();
  } finally {
    Object.assign(WebAssembly, { instantiate });
  }
};

/** Answers with an instance by itself where it is given a module that is compiled already. */
type Instantiate = (...input: never[]) => Promise<{ readonly instance?: { readonly exports: object } }>;

const isLayoutEngine = (exports: object | undefined): exports is LayoutExports =>
  exports !== undefined && 'compute' in exports && 'parse_css' in exports;

const withSnapping = (exports: LayoutExports): LayoutExports => {
  const { memory, compute } = exports;
  return {
    ...exports,
    compute: (place, length, ...limits) => {
      const tree = layoutTreeIn(new Float32Array(memory.buffer, place, length));
      const answer = compute(place, length, ...limits);
      snap(new Float32Array(memory.buffer, answer, tree.length * numbersOfNode), tree);
      return answer;
    },
  };
};

/** Of each node: left and top in its parent, width, height, and of padding, border and margin left, right, top, bottom. */
const numbersOfNode = 16;
const [leftAt, topAt, widthAt, heightAt, paddingRightAt, paddingBottomAt] = [0, 1, 2, 3, 5, 7] as const;

const whole = (parts: number): number => Math.round(parts / partsOfPixel) * partsOfPixel;

const snap = (numbers: Float32Array, tree: LayoutTree): void => {
  const valueAt = (place: number): number => numbers[place] as number;
  const corners: { left: number; top: number; snappedLeft: number; snappedTop: number }[] = [];
  for (const [index, { parent, isText }] of tree.entries()) {
    const at = index * numbersOfNode;
    const around = corners[parent] ?? { left: 0, top: 0, snappedLeft: 0, snappedTop: 0 };
    const left = around.left + valueAt(at + leftAt);
    const top = around.top + valueAt(at + topAt);
    const [width, height] = [valueAt(at + widthAt), valueAt(at + heightAt)];
    // a text is drawn with its first baseline at a whole pixel
    const [snappedLeft, snappedTop] = [isText ? left : whole(left), whole(top)];
    corners.push({ left, top, snappedLeft, snappedTop });
    numbers[at + leftAt] = snappedLeft - around.snappedLeft;
    numbers[at + topAt] = snappedTop - around.snappedTop;
    if (isText) continue;
    numbers[at + widthAt] = whole(left + width) - snappedLeft;
    numbers[at + heightAt] = whole(top + height) - snappedTop;
    // its content has the room it had: a text is cut short where that is less than it needs
    numbers[at + paddingRightAt] = valueAt(at + paddingRightAt) + valueAt(at + widthAt) - width;
    numbers[at + paddingBottomAt] = valueAt(at + paddingBottomAt) + valueAt(at + heightAt) - height;
  }
};
