import { estimateBlurCost, msPer } from '../../../rendering/cost.ts';
import { sourcePositionProperty, toPosition } from '../../../vnode/source-position.ts';
import type { VNode } from '../../../vnode/vnode.ts';
import type { Position } from '../source/diagnostics.ts';
import type { TreeDiagnostic, TreeLintRequest } from './tree-lint.ts';

/** Cost above which an image is reported, in milliseconds of one core. */
const budgetMs = 500;
interface Cost {
  readonly ms: number;
  readonly what: string;
  readonly at: Position;
}

/** Reports an image that takes long to render, and its largest cost. */
export const lintCost = (request: TreeLintRequest): TreeDiagnostic[] => {
  const costs = getCosts(request);
  const total = costs.reduce((sum, { ms }) => sum + ms, 0);
  const [largest] = costs.toSorted((one, other) => other.ms - one.ms);
  if (total <= budgetMs || !largest) return [];
  const message = `This image takes about ${roundedSeconds(total)} s to render, mostly for ${largest.what}; images should stay under ${budgetMs / 1000} s.`;
  return [{ ...largest.at, code: 'cost', message }];
};

const roundedSeconds = (ms: number): string => (ms / 1000).toFixed(1);

const getCosts = ({ tree, width, height, componentAt }: TreeLintRequest): Cost[] => {
  const counts = { elements: 0, texts: 0, characters: 0 };
  const blurs: Cost[] = [];
  const visit = (node: VNode, around: Position) => {
    if (typeof node === 'string') {
      counts.texts += 1;
      counts.characters += node.length;
      return;
    }
    counts.elements += 1;
    const at = toPosition(node.props[sourcePositionProperty]) ?? around;
    const ms = estimateBlurCost(node, width, height);
    if (ms > 0) blurs.push({ ms, what: 'blurs and shadows', at });
    for (const child of node.children) visit(child, at);
  };
  const start = toPosition(tree.props[sourcePositionProperty]) ?? componentAt;
  visit(tree, start);
  const [largest] = blurs.toSorted((one, other) => other.ms - one.ms);
  return [
    {
      ms: counts.elements * msPer.element + counts.texts * msPer.text,
      what: `its ${counts.elements + counts.texts} elements and texts`,
      at: start,
    },
    { ms: counts.characters * msPer.character, what: `its ${counts.characters} characters`, at: start },
    ...(largest ? [{ ...largest, ms: blurs.reduce((sum, { ms }) => sum + ms, 0) }] : []),
  ];
};
