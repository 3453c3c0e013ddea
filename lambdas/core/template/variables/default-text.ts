import type { PlanVariable } from '../plan/plan.ts';

/** The default of a variable as callers see it: JSON where it is no text, '' where there is none. */
export const defaultText = ({ defaultValue }: PlanVariable): string => {
  if (defaultValue === undefined) return '';
  return typeof defaultValue === 'string' ? defaultValue : JSON.stringify(defaultValue);
};
