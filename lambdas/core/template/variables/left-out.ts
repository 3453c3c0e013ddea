import type { Json } from '../../../contract/schemas/mint.ts';
import { nearestWord } from '../lint/tree/nearest-word.ts';
import type { RenderPlan } from '../render-plan/render-plan.ts';

/** Names quoted in a warning; a mint may send 64. */
const listed = 10;

/** Returns warnings for fields of a mint that have no effect; empty if all of them have one. */
export const leftOut = (
  { variables, seesAll }: Pick<RenderPlan, 'variables' | 'seesAll'>,
  given: Readonly<Record<string, Json>>,
  options: unknown,
): string[] => {
  const names = variables.map(({ name }) => name);
  const known = new Set(names);
  const unknown = seesAll ? [] : Object.keys(given).filter((name) => !known.has(name));
  const message = unknown.slice(0, listed).map((name) => {
    const meant = nearestWord(name, names);
    return `${name} is no variable of this template and is left out${meant === undefined ? '' : `; do you mean ${meant}?`}`;
  });
  const more =
    unknown.length > listed ? [`${unknown.length - listed} more names are no variables of this template.`] : [];
  const misplaced =
    'options is no field of a mint and is left out: width, height, format and the others stand beside variables.';
  return [...message, ...more, ...(options === undefined ? [] : [misplaced])];
};
