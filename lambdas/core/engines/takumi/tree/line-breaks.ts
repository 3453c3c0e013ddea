import { getBoxes, type PreparedElement, type PreparedNode } from '../../../rendering/tree/prepared-tree.ts';

/**
 * Wraps adjacent texts and line breaks in a flex box in one box, because they are one flex item. takumi 2.16 makes each
 * text an item and drops the break. Runs after `display` is final.
 */
export const keepLinesTogether = (tree: PreparedElement): void => {
  for (const { type, props } of getBoxes(tree)) {
    const isFlexible = /^(?:inline-)?(?:flex|grid)$/.test(String(props.style?.display));
    if (type !== 'svg' && isFlexible && props.children?.some(isBreak)) props.children = withLines(props.children);
  }
};

const isBreak = (node: PreparedNode): boolean => typeof node === 'object' && node.type === 'br';

const withLines = (children: readonly PreparedNode[]): PreparedNode[] => {
  const grouped: PreparedNode[] = [];
  let run: PreparedNode[] = [];
  const close = () => {
    if (run.some(isBreak)) grouped.push({ type: 'div', props: { style: { boxSizing: 'border-box' }, children: run } });
    else grouped.push(...run);
    run = [];
  };
  for (const child of children) {
    if (typeof child === 'string' || isBreak(child)) run.push(child);
    else {
      close();
      grouped.push(child);
    }
  }
  close();
  return grouped;
};
