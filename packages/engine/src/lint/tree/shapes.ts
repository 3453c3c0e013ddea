import { findUnrendered, type SeenElement } from '../../rendering/svg/computed/unrendered.ts';
import { toKebabCase } from '../../styles/style.ts';
import { getElements, getStyle, type VElement } from '../../vnode/vnode.ts';
import { isVectorText } from '../source/image-addresses.ts';
import { getText, type RuleInput, type TreeDiagnostic } from './tree-lint.ts';

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

const innerSheets = new WeakMap<VElement, string>();

/** Returns the text of the style sheets inside of the `<svg>` elements of a tree, whose rules reach their shapes. */
const getInnerSheets = (tree: VElement): string => {
  const known = innerSheets.get(tree);
  if (known !== undefined) return known;
  const svgs = [...getElements(tree)].filter(({ type }) => type === 'svg');
  const styles = new Set(svgs.flatMap((svg) => [...getElements(svg)].filter(({ type }) => type === 'style')));
  const text = [...styles].flatMap(({ children }) => children.filter((child) => typeof child === 'string')).join('');
  innerSheets.set(tree, text);
  return text;
};

/** Reports a shape whose class a style sheet outside of its `<svg>` names: engines render an SVG by itself. */
export const lintShape = (
  { type, props }: VElement,
  { sheets, request, at }: Pick<RuleInput, 'sheets' | 'request' | 'at'>,
): TreeDiagnostic[] => {
  const classes = getText(props.className ?? props.class).split(/\s+/);
  const named = classes.find((name) => name !== '' && sheets.includes(`.${name}`));
  const found: TreeDiagnostic[] = [];
  if (named !== undefined && !getInnerSheets(request.tree).includes(`.${named}`)) {
    const message = `Rules of a <style> do not reach <${type}> inside <svg>: write what .${named} sets as attributes.`;
    found.push({ ...at('className', 'class'), code: 'no-effect', message });
  }
  if (props.vectorEffect === 'non-scaling-stroke') {
    const message = 'vectorEffect is not rendered: the stroke grows with the viewBox; write its width in that scale.';
    found.push({ ...at('vectorEffect'), code: 'no-effect', message });
  }
  return found;
};
