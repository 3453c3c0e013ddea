import {
  type DraftWithInspection,
  type ParsedSource,
  parseTemplateSource,
} from '#engine/template/render-plan/draft.ts';

/** @throws with the errors of a template that has some. */
export const readable = (draft: ParsedSource): DraftWithInspection => {
  if (!draft.ok) throw new Error(JSON.stringify(draft.errors));
  return draft;
};
export const getErrors = (source: string) => {
  const draft = parseTemplateSource(source);
  return draft.ok ? [] : draft.errors;
};
/** `name` for a required variable, `name?` for an optional one, `...` when it sees all. */
export const getVariables = (source: string): string => {
  const { variables, seesAll } = readable(parseTemplateSource(source));
  const names = variables.map(({ name, required }) => (required ? name : `${name}?`));
  return [...names, ...(seesAll ? ['...'] : [])].join(' ');
};
