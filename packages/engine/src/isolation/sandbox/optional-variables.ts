import type { Json } from '../../json.ts';
import { checkImportedTree } from '../../lint/tree/imported-tree.ts';
import type { ParsedSource } from '../../template/render-plan/draft.ts';
import { getElements, type VElement } from '../../vnode/vnode.ts';
import type { Evaluation } from './evaluation.ts';

/** Maximum number of variables of which it is tried whether the image needs them. */
const maxTried = 20;

/**
 * Returns the variables of an imported template that are optional: those that a request may lack, and without which the
 * image is drawn. Each is left out once, then all of them: of those that alone show something the first is required.
 *
 * @param evaluate runs the template's script
 */
export const findOptional = (
  draft: ParsedSource,
  evaluate: (script: string, variables: Readonly<Record<string, Json>>) => Evaluation,
): ReadonlySet<string> => {
  const optional = new Set<string>();
  if (!draft.ok || !draft.imported || !draft.mayLack?.length) return optional;
  const { imported, mayLack, variables, placedScript } = draft;
  const needed = variables.filter(({ required }) => required);
  const samples = Object.fromEntries(needed.map(({ name, sample }) => [name, sample]));
  const whole = evaluate(placedScript, samples);
  if (!whole.ok) return optional;
  const expected = countGaps(whole.tree);
  const isDrawnWithout = (names: ReadonlySet<string>): boolean => {
    const others = Object.entries(samples).filter(([name]) => !names.has(name));
    const drawn = evaluate(placedScript, Object.fromEntries(others));
    if (!drawn.ok || countGaps(drawn.tree) > expected) return false;
    if (
      checkImportedTree(
        drawn.tree,
        imported,
        others.map(([, value]) => String(value)),
      )
    )
      return false;
    return showsSomething(drawn.tree) || !showsSomething(whole.tree);
  };
  for (const name of mayLack.slice(0, maxTried)) if (isDrawnWithout(new Set([name]))) optional.add(name);
  const [first] = variables.filter(({ name }) => optional.has(name));
  if (first && optional.size > 1 && !isDrawnWithout(optional)) optional.delete(first.name);
  return optional;
};

const showsSomething = (tree: VElement): boolean =>
  [...getElements(tree)].some(
    ({ type, children }) =>
      /^(?:img|svg)$/.test(type) ||
      (type !== 'style' && children.some((one) => typeof one === 'string' && one.trim() !== '')),
  );

const gap = /\b(?:null|undefined|NaN|Invalid Date)\b/;

/** Returns the number of places in which a missing value shows: a text that says so, an image without an address. */
const countGaps = (tree: VElement): number =>
  [...getElements(tree)].reduce((sum, { type, props, children }) => {
    const texts = [...children, ...Object.values(props).map((value) => JSON.stringify(value))];
    const shown = texts.filter((text) => typeof text === 'string' && text !== 'null' && gap.test(text)).length;
    return sum + shown + Number(type === 'img' && !props.src);
  }, 0);
