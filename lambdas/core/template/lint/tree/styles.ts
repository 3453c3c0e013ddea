import { getStyle } from '../../../vnode/vnode.ts';
import { lintDeclaration } from './declarations.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

/** Reports properties and values of an element's style that have no effect. */
export const lintStyle = ({ element, at, isSample }: RuleInput): TreeDiagnostic[] => {
  return Object.entries(getStyle(element)).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) {
      const message = `${name} is neither text nor a number: a style holds no rules and no lists; use a <style> for selectors.`;
      return [{ ...at(`style.${name}`, 'style'), code: 'no-effect' as const, message }];
    }
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '' || isSample(String(value))) return [];
    const problem = lintDeclaration(name, value);
    return problem ? [{ ...at(`style.${name}`, 'style'), ...problem }] : [];
  });
};
