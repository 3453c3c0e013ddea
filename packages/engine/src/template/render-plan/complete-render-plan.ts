import type { Diagnostic } from '../../diagnostics/diagnostics.ts';
import { getOwn } from '../../get-own.ts';
import type { Json } from '../../json.ts';
import type { StoredOptions } from '../../rendering/template-options.ts';
import { sizeProp } from '../variables/variable-names.ts';
import type { ValidSource } from './draft.ts';
import type { RenderPlan, RenderPlanVariable } from './render-plan.ts';

/** Result of evaluating a draft: defaults by variable, and names of variables whose default is JSX or a function. */
export interface WorkedOut {
  readonly defaults: Readonly<Record<string, Json>>;
  readonly notData: readonly string[];
}

/** Builds the render plan from a draft and its evaluation. Leaves out variables whose default is not data. */
export const compileRenderPlan = (
  draft: ValidSource,
  { defaults, notData }: WorkedOut,
  options: StoredOptions,
): { renderPlan: RenderPlan; warnings: readonly Diagnostic[] } => {
  // The service sets the `size` prop of a template with sizes, so it is not a variable.
  const excluded = new Set(options.sizes ? [...notData, sizeProp] : notData);
  const isExcluded = ({ name }: { name: string }) => excluded.has(name);
  const variables = draft.variables
    .filter((variable) => !isExcluded(variable))
    .map(({ name, required }): RenderPlanVariable => {
      const defaultValue = getOwn(defaults, name);
      return { name, required, ...(defaultValue !== undefined && { defaultValue }) };
    });
  const warnings = draft.variables
    .filter(({ name }) => notData.includes(name))
    .map(({ name, at }): Diagnostic => {
      const message = `The default of ${name} is JSX or a function: it is not a variable that a mint could set.`;
      return { ...at, code: 'default-not-data', message };
    });
  return {
    renderPlan: { formatVersion: 1, script: draft.script, variables, seesAll: draft.seesAll, options },
    warnings,
  };
};
