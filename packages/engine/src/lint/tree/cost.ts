import { estimateBlurCost, msPer } from '../../rendering/cost.ts';
import { sourcePositionProperty, toPosition } from '../../vnode/source-position.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';
import type { TreeStyles } from './styles.ts';
import type { TreeDiagnostic, TreeLintRequest } from './tree-lint.ts';

/** Cost above which an image is reported, in milliseconds of one core. */
const budgetMs = 500;

/** Reports an image that takes long to render, and its largest cost. */
export const lintCost = (
  { tree, width, height, componentAt }: TreeLintRequest,
  styles: TreeStyles,
): TreeDiagnostic[] => {
  const elements = [...getElements(tree)];
  const texts = elements.flatMap(({ children }) => children.filter((child) => typeof child === 'string'));
  const characters = texts.join('').length;
  const blurs = elements
    .map((element) => ({ element, ms: estimateBlurCost(styles.of(element), width, height) }))
    .toSorted((one, other) => other.ms - one.ms);
  const costs: [ms: number, what: string, element?: VElement | undefined][] = [
    [
      elements.length * msPer.element + texts.length * msPer.text,
      `its ${elements.length + texts.length} elements and texts`,
    ],
    [characters * msPer.character, `its ${characters} characters`],
    [blurs.reduce((sum, { ms }) => sum + ms, 0), 'blurs and shadows', blurs[0]?.element],
  ];
  const total = costs.reduce((sum, [ms]) => sum + ms, 0);
  const [, what, element = tree] = costs.reduce((largest, one) => (one[0] > largest[0] ? one : largest));
  if (total <= budgetMs) return [];
  const message = `This image takes about ${(total / 1000).toFixed(1)} s to render, mostly for ${what}; images should stay under ${budgetMs / 1000} s.`;
  return [{ ...(toPosition(element.props[sourcePositionProperty]) ?? componentAt), code: 'cost', message }];
};
