import type { Diagnostic } from '../diagnostics/diagnostics.ts';
import { imageLint } from '../isolation/render/render.ts';
import { type CpuBudget, cpuBudget } from '../isolation/worker/cpu-budget.ts';
import type { Json } from '../json.ts';
import { getTypography } from '../rendering/fonts/named-fonts.ts';
import { resolveRenderOptions } from '../rendering/render-options.ts';
import { oddValues } from '../template/edge-cases/odd-values.ts';
import { stripPositions, toPosition } from '../vnode/source-position.ts';
import type { VElement } from '../vnode/vnode.ts';
import { type CompileSettings, type DraftedTemplate, evaluateSample } from './evaluate-sample.ts';
import { toPinned } from './template-fonts.ts';
import { getTreeShape } from './tree-shape.ts';

/** Processor time for all values, in milliseconds. */
const oddMs = 800;
/** Processor time of the budget that is not used, in milliseconds: the save of a large template answers in time. */
const keptMs = 2_400;
/** Minimum processor time for another value, in milliseconds. */
const leastMs = 50;
const maxValues = 40;

/** An evaluation of a template that was rendered. */
interface Known {
  readonly variables: Readonly<Record<string, Json>>;
  readonly placed: VElement;
}

/**
 * Evaluates and renders a template with an odd value in place of each variable, as far as its processor time and 40
 * values go. What a mint with the value rejects is no finding: it publishes nothing.
 *
 * @param known with the values that the others keep
 * @returns a warning about the first value with which a mint succeeds and its image fails; otherwise none
 * @throws SERVICE_UNAVAILABLE
 */
export const tryOddValues = async (
  read: DraftedTemplate,
  settings: CompileSettings,
  { variables, placed }: Known,
  budget: CpuBudget,
): Promise<Diagnostic[]> => {
  const own = partOf(budget);
  const seen = new Set([getTreeShape(placed)]);
  for (const [name, { name: words, value }] of getTrials(read)) {
    if (own.leftMs() < leastMs) return [];
    const given = { ...variables, [name]: value };
    const evaluated = await evaluateSample(read, { ...settings, given }, own);
    if (!evaluated.ok) {
      // the sandbox was killed: more of these cost more than they show
      if (evaluated.reason !== 'threw') return [];
      continue;
    }
    const shape = getTreeShape(evaluated.placed);
    if (seen.has(shape)) continue;
    seen.add(shape);
    const failure = await tryToRender(read, settings, evaluated.placed, own);
    if (failure === 'out of time') return [];
    if (failure) {
      const { line, column } = toPosition(failure.position) ?? read.drafted.componentAt;
      const message = `With ${words} as \`${name}\`, a mint succeeds and its image cannot be rendered: ${failure.message}`;
      return [{ line, column, code: 'fails-with-value', message }];
    }
  }
  return [];
};

/** Returns the part of a budget that is for odd values; what is spent of it is spent of the whole. */
const partOf = (whole: CpuBudget): CpuBudget => {
  const part = cpuBudget(Math.min(oddMs, whole.leftMs() - keptMs), whole.limits);
  return {
    ...part,
    spend: (ms) => {
      part.spend(ms);
      whole.spend(ms);
    },
  };
};

/** Returns names of variables with the values to try, those first that sites send most. */
const getTrials = ({ renderPlan: { variables } }: DraftedTemplate) =>
  oddValues.flatMap((odd) => variables.map(({ name }) => [name, odd] as const)).slice(0, maxValues);

/** Returns why a tree cannot be rendered; undefined if it can. */
const tryToRender = async (
  { renderPlan, families }: DraftedTemplate,
  { chosen = {}, fonts }: CompileSettings,
  tree: VElement,
  budget: CpuBudget,
) => {
  const { width, height, format } = resolveRenderOptions(chosen, renderPlan.options);
  const { engine, fontFamily } = renderPlan.options;
  // families that only an odd value names are not fetched
  const pinned = (await families.find([], false)).map(toPinned);
  const typography = getTypography(stripPositions(tree), fontFamily, fonts?.fonts ?? [], pinned);
  const lint = await imageLint(
    { tree, width, height, isJpeg: format === 'jpeg', isTrial: true, engine, typography },
    { budget, fontBytes: fonts?.fontBytes },
  );
  return lint ? lint.failure : 'out of time';
};
