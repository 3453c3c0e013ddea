import { findUnrendered, type SeenElement } from '../../rendering/svg/computed/unrendered.ts';
import { toKebabCase } from '../../styles/style.ts';
import { getStyle, type VElement } from '../../vnode/vnode.ts';
import { isVectorText } from '../source/image-addresses.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

/** Returns an element of a tree as one of a file. */
const toSeen = (element: VElement): SeenElement => {
  const { type, props, children } = element;
  const style = getStyle(element);
  const byName = new Map(
    [...Object.entries(props), ...Object.entries(style)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' || typeof value === 'number' ? [[toKebabCase(name), String(value)]] : [],
    ),
  );
  return {
    type,
    attribute: (name) => (name === 'style' ? undefined : byName.get(toKebabCase(name))),
    // what is not rendered of these is an error of its own
    children: children.flatMap((child) =>
      typeof child === 'string' || isVectorText(child.type) ? [] : [toSeen(child)],
    ),
    ...(type === 'style' && { text: children.filter((child) => typeof child === 'string').join('') }),
  };
};

/** Reports what an `<svg>` asks for and no engine renders. */
export const lintSvg = ({ element, isInsideSvg, at }: RuleInput): TreeDiagnostic[] =>
  element.type !== 'svg' || isInsideSvg
    ? []
    : findUnrendered(toSeen(element))
        // reported where it stands
        .filter((what) => !what.startsWith('vector-effect'))
        .map((what) => ({
          ...at(),
          code: 'no-effect',
          message: `Not rendered of this <svg>: ${what}.`,
        }));

/** Reports what engines do not render of a shape. */
export const lintShape = ({ props }: VElement, at: RuleInput['at']): TreeDiagnostic[] => {
  if (props.vectorEffect !== 'non-scaling-stroke') return [];
  const message = 'vectorEffect is not rendered: the stroke grows with the viewBox; write its width in that scale.';
  return [{ ...at('vectorEffect'), code: 'no-effect', message }];
};
