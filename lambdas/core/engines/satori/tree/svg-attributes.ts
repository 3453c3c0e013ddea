import { elementsOf, type PreparedProps } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

/** A name that may stand in an XML document. */
const attributeName = /^[A-Za-z_][\w.:-]*$/;

/** Drops attributes of an `<svg>` and of what is inside it whose names or values satori 0.63 throws at. */
export const dropUnwritableAttributes: TreeCorrection = (tree) => {
  for (const svg of elementsOf(tree))
    if (svg.type === 'svg') for (const { props } of elementsOf(svg)) dropUnwritable(props);
};

const dropUnwritable = (props: PreparedProps): void => {
  for (const name in props) {
    if (name === 'style' || name === 'children') continue;
    if (typeof props[name] === 'object' || !attributeName.test(name)) delete props[name];
  }
};
