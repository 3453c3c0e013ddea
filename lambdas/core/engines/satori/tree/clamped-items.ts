import { isFlexible, isInlineTag } from '../../../picture/tree/inline-tags.ts';
import type { Style } from '../../../picture/tree/normalise-style.ts';
import { inherit } from '../../../picture/tree/prepared-tree.ts';
import type { TreeCorrection } from '../correction.ts';

/** Makes blocks of inline elements that are items of a flex box and clamp their lines; satori 0.63 clamps those of blocks only. */
export const clampItems: TreeCorrection = (tree) => {
  const root: Style = {};
  inherit(tree, root, ({ type, props }, parent) => {
    const { style = {} } = props;
    const isClamped = style.lineClamp !== undefined || style.WebkitLineClamp !== undefined;
    if (isClamped && isFlexible(parent) && isInlineTag(type, style)) props.style = { ...style, display: 'block' };
    return style;
  });
};
