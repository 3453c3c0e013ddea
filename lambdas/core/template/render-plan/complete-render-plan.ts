import type { Json } from '../../../contract/schemas/mint.ts';
import { lookUp } from '../../look-up.ts';
import { codeDefault, type Diagnostic } from '../lint/source/diagnostics.ts';
import { sizeProp } from '../variables/given-variables.ts';
import type { ReadableDraft } from './draft.ts';
import type { RenderPlan, RenderPlanVariable, StoredOptions } from './render-plan.ts';

/** What the sandbox worked out of a draft: defaults by variable, and names whose default is JSX or a function. */
export interface WorkedOut {
  readonly defaults: Readonly<Record<string, Json>>;
  readonly notData: readonly string[];
}

/** Builds the render plan from the draft and the evaluated module. Variables whose default is JSX or a function are left out. */
export const completeRenderPlan = (
  draft: ReadableDraft,
  { defaults, notData }: WorkedOut,
  options: StoredOptions,
): { renderPlan: RenderPlan; warnings: readonly Diagnostic[] } => {
  // no variable: the service gives it to a template with sizes
  const code = new Set(options.sizes ? [...notData, sizeProp] : notData);
  const isCode = ({ name }: { name: string }) => code.has(name);
  const variables = draft.variables
    .filter((variable) => !isCode(variable))
    .map(({ name, required }): RenderPlanVariable => {
      const defaultValue = lookUp(defaults, name);
      return { name, required, ...(defaultValue !== undefined && { defaultValue }) };
    });
  const warnings = draft.variables
    .filter(({ name }) => notData.includes(name))
    .map(({ name, at }) => codeDefault(at, name));
  return {
    renderPlan: { formatVersion: 1, script: draft.script, variables, seesAll: draft.seesAll, options },
    warnings,
  };
};
