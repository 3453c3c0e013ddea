import type { Json } from '../contract/schemas/mint.ts';
import { resolveRenderOptions } from '../core/render/options.ts';
import { distinctDiagnostics } from '../core/template/diagnostics.ts';
import type { ReadableDraft } from '../core/template/draft.ts';
import { isSameTree } from '../core/template/placed-tree.ts';
import type { Plan } from '../core/template/plan.ts';
import type { Review } from '../core/template/review/review.ts';
import type { VElement } from '../core/vnode/vnode.ts';
import { evaluate, review } from '../isolation/evaluate.ts';

/** A template that was tried: what with, and the tree it gave. */
export interface Trial {
  readonly variables: Readonly<Record<string, Json>>;
  readonly standIns?: Readonly<Record<string, string>>;
  readonly tree: VElement;
  /** Start of the day the trial stands at, in Unix milliseconds. */
  readonly clock: number;
}

/** Says of a template that runs what in its picture cannot work, and what its author may not expect. */
export const reviewTemplate = async (
  source: string,
  drafted: ReadableDraft,
  plan: Plan,
  trial: Trial,
): Promise<Review> => {
  const tree = await placedTree(drafted, trial);
  const { width, height } = resolveRenderOptions({}, plan.options);
  const seen = await review({
    tree,
    places: drafted.places,
    source,
    width,
    height,
    sampleTexts: Object.values(trial.variables).flatMap(textsOf),
    defaultTexts: plan.variables.flatMap(({ defaultValue }) => textsOf(defaultValue)),
  });
  // a review that did not end says nothing; the template itself was tried before
  if ('reason' in seen) return { errors: [], warnings: [] };
  return { errors: distinctDiagnostics(seen.errors), warnings: distinctDiagnostics(seen.warnings) };
};

/** The trial's tree with the place of each element, or without any when it cannot be had. */
const placedTree = async (drafted: ReadableDraft, { variables, standIns, tree, clock }: Trial): Promise<VElement> => {
  const script = drafted.placedScript;
  const again = await evaluate({ script, variables, clock, seed: '', ...(standIns && { standIns }) });
  return again.ok && isSameTree(again.tree, tree) ? again.tree : tree;
};

const textsOf = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
};
