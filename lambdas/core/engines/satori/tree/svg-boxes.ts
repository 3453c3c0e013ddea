import type { Style } from '../../../picture/tree/normalise-style.ts';
import { boxesOf, type PreparedProps } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

/** Lets an `<svg>` become smaller than its content, as browsers do, which clip it; satori 0.63 does not. */
export const letSvgShrink: TreeCorrection = (tree) => {
  for (const { type, props } of boxesOf(tree)) {
    const { style = {} } = props;
    if (type !== 'svg' || style.overflow === 'visible') continue;
    style.minWidth ??= 0;
    style.minHeight ??= 0;
    props.style = style;
  }
};

const paints = ['fill', 'fillOpacity', 'stroke', 'strokeWidth', 'strokeLinecap', 'strokeLinejoin', 'strokeOpacity'];

/** Writes `fill`, `stroke` and the like from the style of an `<svg>` into its attributes: satori 0.63 passes on only those. */
export const paintSvgByAttributes: TreeCorrection = (tree) => {
  for (const { type, props } of boxesOf(tree)) if (type === 'svg') moveToAttributes(props, props.style ?? {});
};

const moveToAttributes = (props: PreparedProps, style: Style): void => {
  for (const name of paints) {
    if (style[name] === undefined) continue;
    props[name] = style[name];
    delete style[name];
  }
};
