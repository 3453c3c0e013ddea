import type { VNode } from '../../../vnode/vnode.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

/** Reports an invalid or ineffective `fit` attribute. */
export const lintFit = ({ element, isInsideSvg, at }: RuleInput): TreeDiagnostic[] => {
  const { fit } = element.props;
  if (fit === undefined || fit === null || fit === false || isInsideSvg) return [];
  const isRange = Array.isArray(fit) && fit.length === 2 && fit.every((size) => typeof size === 'number' && size > 0);
  if (fit !== true && !isRange) {
    const message = 'fit takes no value, or two font sizes in pixels: fit={[20, 60]}.';
    return [{ ...at('fit'), code: 'unknown-value', message }];
  }
  if (hasText(element)) return [];
  return [
    { ...at('fit'), code: 'no-effect', message: `fit has no effect on <${element.type}>: there is no text in it.` },
  ];
};

const hasText = (node: VNode): boolean => (typeof node === 'string' ? node.trim() !== '' : node.children.some(hasText));
