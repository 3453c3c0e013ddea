import type { RenderPlanVariable } from '../render-plan/render-plan.ts';

/** The default of a variable as callers see it: JSON where it is no text, '' where there is none. */
export const defaultText = ({ defaultValue }: RenderPlanVariable): string => {
  if (defaultValue === undefined) return '';
  return typeof defaultValue === 'string' ? defaultValue : JSON.stringify(defaultValue);
};
