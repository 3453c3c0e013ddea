import type { Json } from '../../json.ts';
import { lintFixedValues } from '../../lint/values/fixed-values.ts';
import type { CaseDiagnostic } from '../../lint/values/score.ts';
import type { VElement } from '../../vnode/vnode.ts';
import type { RenderPlanVariable } from '../render-plan/render-plan.ts';
import { getCaseVariables } from './case-variables.ts';
import { edgeCases } from './edge-cases.ts';

type Values = Readonly<Record<string, Json>>;

/** An evaluated template. */
export interface CaseRequest {
  readonly variables: readonly RenderPlanVariable[];
  /** Values with which it was evaluated. */
  readonly tried: Values;
  readonly tree: VElement;
  readonly source: string;
  /** The prompt of a generated template. */
  readonly prompt: string | undefined;
}

export interface CaseValues {
  /** Variables of each edge case that changes any. `Emoji` is none of them: it reveals no fault of a layout. */
  readonly cases: readonly { readonly name: string; readonly given: Values }[];
  /** Values of the prompt that should be variables. */
  readonly fixed: readonly CaseDiagnostic[];
}

/** Returns what edge cases make of a template's values. Runs in a sandbox worker: a model wrote the template. */
export const getCaseValues = ({ prompt, source, variables, tried, tree }: CaseRequest): CaseValues => ({
  cases: edgeCases.flatMap((edgeCase) => {
    const given = edgeCase.name !== 'Emoji' && getCaseVariables(variables, tried, tree, edgeCase);
    return given ? [{ name: edgeCase.name, given }] : [];
  }),
  fixed: prompt === undefined ? [] : lintFixedValues({ prompt, source, variables, tree }),
});
