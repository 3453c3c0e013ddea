import { type PreparedElement, visitInherited } from '../../../rendering/tree/prepared-tree.ts';

const block = { insetBlockStart: 'top', insetBlockEnd: 'bottom' } as const;
const leftToRight = { ...block, insetInlineStart: 'left', insetInlineEnd: 'right' } as const;
const rightToLeft = { ...block, insetInlineStart: 'right', insetInlineEnd: 'left' } as const;

/** Replaces logical insets such as `inset-inline-start` with physical ones: takumi 2.16 ignores the logical ones. */
export const nameInsets = (tree: PreparedElement): void =>
  visitInherited(tree, { direction: 'ltr' }, ({ props }, parent) => {
    const { style = {}, dir } = props;
    const direction = String(style.direction ?? dir ?? parent.direction);
    for (const [logical, side] of Object.entries(direction === 'rtl' ? rightToLeft : leftToRight))
      if (style[logical] !== undefined) style[side] ??= style[logical];
    return { direction };
  });
