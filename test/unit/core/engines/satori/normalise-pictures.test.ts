import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../lambdas/contract/schemas/mint.ts';
import { normaliseTree } from '../../../../../lambdas/core/engines/satori/tree/normalise.ts';
import type { VElement } from '../../../../../lambdas/core/vnode/vnode.ts';
import { box, h } from '../../../../golden/element.ts';

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mPoAAAAigCJUps7QwAAAABJRU5ErkJggg==';
const styleOf = (tree: VElement) => normaliseTree(tree, 1200, () => pixel).props.style;

describe('normaliseTree', () => {
  it('keeps a picture at its size where a long text stands beside it', () => {
    const least = (style: Json, attributes: Record<string, Json> = {}) => {
      const { minWidth, minHeight } = styleOf(h('img', { src: 'https://a.example/x.png', style, ...attributes })) ?? {};
      return { minWidth, minHeight };
    };

    expect(least({ width: 96, height: '6rem' })).toEqual({ minWidth: 96, minHeight: '6rem' });
    expect(least({}, { width: '96', height: 40 })).toEqual({ minWidth: 40, minHeight: 40 });
    expect(least({ width: 900, height: 900 })).toEqual({ minWidth: 900, minHeight: 900 });
    expect(least({ width: 96, maxWidth: '50%', minHeight: 0, height: 96 })).toEqual({ minHeight: 0 });
    expect(least({ width: '50%' })).toEqual({});
  });

  it('lets an svg become smaller, unless what hangs out of it is shown', () => {
    expect(styleOf(h('svg', { width: 24 }))).toMatchObject({ minWidth: 0, minHeight: 0 });
    expect(styleOf(h('svg', { style: { overflow: 'visible' } }))).not.toHaveProperty('minWidth');
  });

  it('paints an svg with what its style says', () => {
    const svg = normaliseTree(h('svg', { fill: 'none', style: { fill: 'red', strokeWidth: 2 } }), 1200, () => '');

    expect(svg.props).toMatchObject({ fill: 'red', strokeWidth: 2 });
    expect(svg.props.style).not.toHaveProperty('fill');
  });

  it('makes one item of a flex box out of texts with line breaks between them', () => {
    const children = (style: Record<string, Json>) =>
      normaliseTree(box(style, 'One', h('br'), 'two', h('b', {}, 'three'), 'four'), 1200, () => '').props.children;

    expect(children({ display: 'flex' })).toMatchObject([
      { type: 'div', props: { children: ['One', { type: 'br' }, 'two'] } },
      { type: 'b' },
      'four',
    ]);
    expect(children({ display: 'block' })).toMatchObject(['One', { type: 'br' }, 'two', { type: 'b' }, 'four']);
  });

  it('gives the stops of dots in shares of their radius', () => {
    const dots = 'radial-gradient(circle closest-side, #fff 3px, transparent 0)';
    expect(styleOf(box({ backgroundImage: dots, backgroundSize: '24px 24px' }))).toMatchObject({
      backgroundImage: 'radial-gradient(circle closest-side at 50% 50%, #fff 25%, transparent 0%)',
    });
  });
});
