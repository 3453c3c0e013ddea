import type { Json } from '../../../contract/schemas/mint.ts';
import type { RenderPlan } from '../render-plan/render-plan.ts';

type Given = Readonly<Record<string, Json>>;
type Declared = Pick<RenderPlan, 'variables' | 'seesAll' | 'options'>;

/** The prop that a template with sizes gets beside its variables: no variable of it has this name. */
export const sizeProp = 'size';

/** Names of required variables that were not given, in the template's order. */
export const missingVariables = ({ variables }: Declared, given: Given): string[] =>
  variables.filter(({ name, required }) => required && !Object.hasOwn(given, name)).map(({ name }) => name);

/** The given variables the template can see, sorted by name: equal images have equal URLs (docs/interface.md#minting). */
export const visibleVariables = ({ variables, seesAll, options }: Declared, given: Given): Record<string, Json> => {
  const names = new Set(variables.map(({ name }) => name));
  const seen = Object.entries(given).filter(
    ([name]) => (seesAll && !(options.sizes && name === sizeProp)) || names.has(name),
  );
  return Object.fromEntries(seen.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};
