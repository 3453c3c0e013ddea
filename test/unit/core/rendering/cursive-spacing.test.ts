import { describe, expect, it } from 'vitest';
import { spaceCursive } from '../../../../lambdas/core/rendering/tree/cursive-spacing.ts';
import { prepareTree } from '../../../../lambdas/core/rendering/tree/prepare-tree.ts';
import type { PreparedElement } from '../../../../lambdas/core/rendering/tree/prepared-tree.ts';
import type { VElement } from '../../../../lambdas/core/vnode/vnode.ts';
import { box, h } from '../../../golden/element.ts';

const spaced = (tree: VElement): PreparedElement => {
  const prepared = prepareTree(tree, { width: 200, imageFor: () => '' });
  spaceCursive(prepared);
  return prepared;
};
const inside = ({ props }: PreparedElement) => props.children?.[0] as PreparedElement;

describe('letters that hang together', () => {
  it('have no space between them, their words have', () => {
    const { style } = spaced(box({ letterSpacing: '-0.02em', fontSize: 50 }, 'كيف نقلنا')).props;

    expect(style).toMatchObject({ letterSpacing: 0, wordSpacing: '-1px' });
  });

  it('have none from around them either', () => {
    const { style } = inside(
      spaced(box({ letterSpacing: '0.1em', wordSpacing: 3, fontSize: 20 }, box({ fontSize: 40 }, 'كيف'))),
    ).props;

    expect(style).toMatchObject({ letterSpacing: 0, wordSpacing: '5px' });
  });

  it('have none where only the layout can tell how much it is', () => {
    const { style } = spaced(box({ letterSpacing: 'calc(1px + 1em)' }, 'كيف')).props;

    expect(style?.letterSpacing).toBe(0);
    expect(style).not.toHaveProperty('wordSpacing');
  });

  it('change nothing for others', () => {
    const tree = spaced(box({ letterSpacing: 2 }, h('span', {}, 'שלום'), 'text'));

    expect(tree.props.style).toMatchObject({ letterSpacing: 2 });
    expect(inside(tree).props.style).not.toHaveProperty('letterSpacing');
    expect(spaced(box({}, 'كيف')).props.style).not.toHaveProperty('letterSpacing');
  });
});
