import { boxesOf } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

/** Writes an opacity in per cent as a number: satori 0.63 ignores `50%`. */
export const writeOpacityAsNumber: TreeCorrection = (tree) => {
  for (const { props } of boxesOf(tree)) {
    const { style = {} } = props;
    const { opacity } = style;
    if (typeof opacity === 'string' && /^[\d.]+%$/.test(opacity)) style.opacity = Number.parseFloat(opacity) / 100;
  }
};
