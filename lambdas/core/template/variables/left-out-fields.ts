import type { Json } from '../../../contract/schemas/mint.ts';
import { nearestWord } from '../lint/tree/nearest-word.ts';
import type { RenderPlan, TemplateOptions } from '../render-plan/render-plan.ts';
import { sizeProp } from './given-variables.ts';

/** Names quoted in a warning; a mint may send 64. */
const listed = 10;

/** Returns warnings for fields of a mint that have no effect; empty if all of them have one. */
export const leftOut = (
  { variables, seesAll, options: { sizes } }: Pick<RenderPlan, 'variables' | 'seesAll'> & { options: TemplateOptions },
  given: Readonly<Record<string, Json>>,
  options: unknown,
): string[] => {
  const names = variables.map(({ name }) => name);
  const known = new Set(names);
  const isSeen = (name: string) => known.has(name) || (seesAll && !(sizes && name === sizeProp));
  const unknown = Object.keys(given).filter((name) => !isSeen(name));
  const message = unknown.slice(0, listed).map((name) => {
    const meant = nearestWord(name, names);
    return `${name} is not a variable of this template and is left out${meant === undefined ? '' : `; do you mean ${meant}?`}`;
  });
  const more =
    unknown.length > listed ? [`${unknown.length - listed} more names are not variables of this template.`] : [];
  const misplaced =
    'options is not a field of a mint and is left out: width, height, format and the others stand beside variables.';
  return [...message, ...more, ...(options === undefined ? [] : [misplaced])];
};
