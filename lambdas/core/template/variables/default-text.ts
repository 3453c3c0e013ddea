import type { RenderPlanVariable } from '../render-plan/render-plan.ts';

/** Returns the default of a variable for API responses: JSON if it is not text, '' if there is none. */
export const toDefaultText = ({ defaultValue }: RenderPlanVariable): string => {
  if (defaultValue === undefined) return '';
  return typeof defaultValue === 'string' ? defaultValue : JSON.stringify(defaultValue);
};
