import { findUnrendered, type SeenElement } from '../../rendering/svg/computed/unrendered.ts';
import { getReferences } from '../../rendering/svg-uses.ts';
import type { Resolved } from '../../styles/resolve.ts';
import { toKebabCase } from '../../styles/style.ts';
import { truncate } from '../../truncate.ts';
import { getElements } from '../../vnode/vnode.ts';
import { isVectorText } from '../source/image-addresses.ts';
import type { RuleInput, TreeDiagnostic } from './tree-lint.ts';

/** Returns an element of a tree as one of a file. */
const toSeen = ({ element: { type, props }, specified, children }: Resolved): SeenElement => {
  const byName = new Map(
    [...Object.entries(props), ...Object.entries(specified)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' || typeof value === 'number' ? [[toKebabCase(name), String(value)]] : [],
    ),
  );
  return {
    type,
    attribute: (name) => (name === 'style' ? undefined : byName.get(toKebabCase(name))),
    // what is not rendered of these is an error of its own
    children: children.flatMap((child) =>
      typeof child === 'string' || isVectorText(child.element.type) ? [] : [toSeen(child)],
    ),
    ...(type === 'style' && { text: children.filter((child) => typeof child === 'string').join('') }),
  };
};

/** Reports what an `<svg>` asks for and no engine renders. */
export const lintSvg = ({ element, resolved, isInsideSvg, at }: RuleInput): TreeDiagnostic[] =>
  element.type !== 'svg' || isInsideSvg
    ? []
    : findUnrendered(toSeen(resolved))
        // reported where it stands
        .filter((what) => !what.startsWith('vector-effect'))
        .map((what) => ({
          ...at(),
          code: 'no-effect',
          message: `Not rendered of this <svg>: ${what}.`,
        }));

/** Reports references of an `<svg>` to another one in the tree: each is an image of its own. */
export const lintForeignReferences = ({ element, isInsideSvg, styles, at }: RuleInput): TreeDiagnostic[] => {
  if (element.type !== 'svg' || isInsideSvg) return [];
  const inside = [...getElements(element)];
  const ids = new Set(inside.map(({ props }) => props.id));
  const named = inside.flatMap((one) => getReferences(styles.of(one)));
  const foreign = new Set(named.filter((id) => !ids.has(id) && styles.ids.has(id)));
  return [...foreign].slice(0, 5).map((id) => ({
    ...at(),
    code: 'no-effect',
    message: `#${truncate(id, 60)} stands in another <svg>, so it is not rendered in this one: write it in this <svg> too.`,
  }));
};

/** Reports what engines do not render of a shape. */
export const lintShape = ({ element: { props }, resolved: { specified }, where }: RuleInput): TreeDiagnostic[] => {
  if ((specified.vectorEffect ?? props.vectorEffect) !== 'non-scaling-stroke') return [];
  const message = 'vectorEffect is not rendered: the stroke grows with the viewBox; write its width in that scale.';
  return [{ ...where('vectorEffect'), code: 'no-effect', message }];
};
