import { describe, expect, it } from 'vitest';
import type { Box } from '../../../../lambdas/core/rendering/boxes.ts';
import { fixWidths } from '../../../../lambdas/core/rendering/tree/fix-widths.ts';
import type { Style } from '../../../../lambdas/core/rendering/tree/normalise-style.ts';
import type { PreparedElement, PreparedNode } from '../../../../lambdas/core/rendering/tree/prepared-tree.ts';

const box = (style: Style, ...children: PreparedNode[]): PreparedElement => ({
  type: 'div',
  props: { style, children },
});
const column: Style = { display: 'flex', flexDirection: 'column' };

/** Lays out so that every element is 300 px wide; says how often it was asked to, and how wide the inner box became. */
const pinned = async (outer: Style, inner: Style, text: Style) => {
  const middle = box(inner, box(text, 'Text'));
  const tree = box(outer, middle);
  let layouts = 0;
  await fixWidths(tree, async (given) => {
    layouts += 1;
    const boxes = new Map<PreparedElement, Box>();
    const visit = (node: PreparedNode) => {
      if (typeof node === 'string') return;
      boxes.set(node, { left: 0, top: 0, width: 300, height: 10 });
      for (const child of node.props.children ?? []) visit(child);
    };
    visit(given);
    return boxes;
  });
  return { layouts, width: middle.props.style?.width };
};

describe('pinWidths', () => {
  it.each(['flex-start', 'center', 'end'])('pins a box in a column at %s around a share of its width', async (at) => {
    const { layouts, width } = await pinned({ ...column, alignItems: at }, column, { maxWidth: '66%' });

    expect(layouts).toBe(1);
    expect(width).toBeCloseTo(300, 1);
  });

  it.each<[string, Style, Style, Style]>([
    ['that is stretched', column, column, { maxWidth: '66%' }],
    ['in a row', { display: 'flex', alignItems: 'center' }, column, { maxWidth: '66%' }],
    ['with a width', { ...column, alignItems: 'center' }, { ...column, width: '80%' }, { width: '66%' }],
    ['around what is as wide as it', { ...column, alignItems: 'center' }, column, { width: '100%' }],
    ['around lengths', { ...column, alignItems: 'center' }, column, { maxWidth: 200 }],
  ])('leaves a box %s, without a layout', async (_what, outer, inner, text) => {
    expect(await pinned(outer, inner, text)).toEqual({ layouts: 0, width: inner.width });
  });
});
