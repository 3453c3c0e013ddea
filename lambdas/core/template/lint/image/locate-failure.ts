import { sourcePositionProperty } from '../../../vnode/source-position.ts';
import type { VElement } from '../../../vnode/vnode.ts';

/** Maximum number of layouts. */
const maxLayouts = 60;

/**
 * Returns the position of the innermost element that cannot be laid out, even alone.
 *
 * @param isFailing lays out a tree and returns whether that fails.
 */
export const locateFailure = async (
  root: VElement,
  isFailing: (tree: VElement) => Promise<boolean>,
): Promise<string | undefined> => {
  let tries = 0;
  let position: string | undefined;
  const getSourcePosition = ({ props }: VElement) =>
    typeof props[sourcePositionProperty] === 'string' ? props[sourcePositionProperty] : position;
  const failingChild = async ({ children }: VElement): Promise<VElement | undefined> => {
    for (const child of children) {
      if (typeof child === 'string') continue;
      tries += 1;
      if (tries > maxLayouts) return undefined;
      if (await isFailing(wrapElement(child))) return child;
    }
    return undefined;
  };
  for (let current: VElement | undefined = root; current; current = await failingChild(current))
    position = getSourcePosition(current);
  return position;
};

const wrapElement = (element: VElement): VElement => ({
  type: 'div',
  props: { style: { display: 'flex', width: '100%', height: '100%' } },
  children: [element],
});
