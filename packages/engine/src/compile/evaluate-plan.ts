import { evaluate } from '../isolation/sandbox/evaluate.ts';
import type { EvaluationFailure, EvaluationSuccess } from '../isolation/sandbox/evaluation.ts';
import type { CpuBudget } from '../isolation/worker/cpu-budget.ts';
import type { Json } from '../json.ts';
import {
  type ChosenOptions,
  getSizeProp,
  type RenderOptions,
  resolveRenderOptions,
} from '../rendering/render-options.ts';
import type { NamedSize } from '../rendering/template-options.ts';
import { chooseImages } from '../rendering/tree/responsive-images.ts';
import { findMissingVariables, selectVisibleVariables } from '../template/render-plan/given-variables.ts';
import type { RenderPlan } from '../template/render-plan/render-plan.ts';
import { sizeProp } from '../template/variables/variable-names.ts';
import { createEvaluationSeed } from './evaluate-sample.ts';

type Values = Readonly<Record<string, Json>>;

/** What a template is evaluated with. */
export interface PlanInput {
  readonly given: Values;
  readonly chosen: ChosenOptions;
  /** Unix milliseconds that `Date.now()` returns in the template. */
  readonly clock: number;
}

/** A tree, and what of the input determined it. */
export interface EvaluatedPlan extends EvaluationSuccess {
  /** The variables that the template can read, sorted by name. */
  readonly visible: Values;
  readonly options: RenderOptions;
  /** The size that the template received, if it has several. */
  readonly size: NamedSize | undefined;
}

export type PlanEvaluation = EvaluatedPlan | EvaluationFailure | MissingVariables;

/** Required variables that were not given; nothing was evaluated. */
export interface MissingVariables {
  readonly ok: false;
  readonly reason: 'missing';
  readonly names: readonly string[];
}

/**
 * Evaluates a compiled template in a sandbox.
 *
 * @param planSeed seeds `Math.random()` together with the variables: one plan with the same variables gives one image
 * @throws INVALID_SIZE for an unknown size; INVALID_DEVICE_PIXEL_RATIO for too many pixels; as `evaluate`
 */
export const evaluatePlan = async (
  plan: RenderPlan,
  planSeed: string,
  { given, chosen, clock }: PlanInput,
  budget?: CpuBudget,
): Promise<PlanEvaluation> => {
  const options = resolveRenderOptions(chosen, plan.options);
  const names = findMissingVariables(plan, given);
  if (names.length > 0) return { ok: false, reason: 'missing', names };
  const size = getSizeProp(chosen, plan.options);
  const visible = selectVisibleVariables(plan, given);
  const { script } = plan;
  const { preflight } = plan.options;
  const variables = size ? { ...visible, [sizeProp]: { ...size } } : visible;
  const result = await evaluate(
    { script, variables, clock, preflight, seed: createEvaluationSeed(planSeed, visible) },
    budget,
  );
  return result.ok ? { ...result, tree: chooseImages(result.tree, options), visible, options, size } : result;
};
