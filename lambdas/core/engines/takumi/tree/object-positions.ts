import { getBoxes, type PreparedElement } from '../../../rendering/tree/prepared-tree.ts';

/** Converts positions from the right or bottom (`right 5px bottom 10%`) to two values, for takumi 2.16. */
export const positionObjects = (tree: PreparedElement): void => {
  for (const { props } of getBoxes(tree)) {
    const words = String(props.style?.objectPosition ?? '').split(/\s+/);
    if (words.length !== 4) continue;
    const pairs = [words.slice(0, 2), words.slice(2)] as [string, string][];
    const [x, y] = /top|bottom/.test(pairs[0]?.[0] ?? '') ? pairs.toReversed() : pairs;
    props.style = { ...props.style, objectPosition: `${fromStart(x)} ${fromStart(y)}` };
  }
};

const fromStart = ([side, offset]: [string, string] = ['left', '50%']): string =>
  side === 'right' || side === 'bottom' ? `calc(100% - ${offset})` : offset;
