import type { Json } from '../../../contract/schemas/mint.ts';
import type { RenderPlan } from '../render-plan/render-plan.ts';

type Given = Readonly<Record<string, Json>>;
type Declared = Pick<RenderPlan, 'variables' | 'seesAll' | 'options'>;

/** A prop that templates with sizes receive besides their variables. None of their variables has this name. */
export const sizeProp = 'size';

/** Returns the names of missing required variables, in the template's order. */
export const findMissingVariables = ({ variables }: Declared, given: Given): string[] =>
  variables.filter(({ name, required }) => required && !Object.hasOwn(given, name)).map(({ name }) => name);

/** Returns the variables that the template can read, sorted by name (docs/interface.md#minting). */
export const selectVisibleVariables = (
  { variables, seesAll, options }: Declared,
  given: Given,
): Record<string, Json> => {
  const names = new Set(variables.map(({ name }) => name));
  const seen = Object.entries(given).filter(
    ([name]) => (seesAll && !(options.sizes && name === sizeProp)) || names.has(name),
  );
  return Object.fromEntries(seen.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};
