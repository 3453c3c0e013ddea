import type { Json } from '../../../contract/schemas/mint.ts';
import { findNearestWord } from '../lint/tree/nearest-word.ts';
import type { RenderPlan, TemplateOptions } from '../render-plan/render-plan.ts';
import { sizeProp } from './given-variables.ts';

/** Maximum number of names in warnings; a mint may send 64. */
const maxListed = 10;

/** Returns warnings for fields of a mint that have no effect. */
export const lintUnknownFields = (
  { variables, seesAll, options: { sizes } }: Pick<RenderPlan, 'variables' | 'seesAll'> & { options: TemplateOptions },
  given: Readonly<Record<string, Json>>,
  options: unknown,
): string[] => {
  const names = variables.map(({ name }) => name);
  const declared = new Set(names);
  const isSeen = (name: string) => declared.has(name) || (seesAll && !(sizes && name === sizeProp));
  const unknown = Object.keys(given).filter((name) => !isSeen(name));
  const messages = unknown.slice(0, maxListed).map((name) => {
    const nearest = findNearestWord(name, names);
    return `${name} is not a variable of this template and is left out${nearest === undefined ? '' : `; do you mean ${nearest}?`}`;
  });
  const more =
    unknown.length > maxListed ? [`${unknown.length - maxListed} more names are not variables of this template.`] : [];
  const misplaced =
    'options is not a field of a mint and is left out: width, height, format and the others stand beside variables.';
  return [...messages, ...more, ...(options === undefined ? [] : [misplaced])];
};
