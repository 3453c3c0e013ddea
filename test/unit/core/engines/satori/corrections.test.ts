import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../lambdas/contract/schemas/mint.ts';
import { corrections } from '../../../../../lambdas/core/engines/satori/corrections.ts';
import { prepareTree } from '../../../../../lambdas/core/picture/tree/prepare-tree.ts';
import type { VElement } from '../../../../../lambdas/core/vnode/vnode.ts';
import { box, h } from '../../../../golden/element.ts';

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mPoAAAAigCJUps7QwAAAABJRU5ErkJggg==';

/** A tree as it is before fonts are chosen. */
const corrected = (tree: VElement) => {
  const prepared = prepareTree(tree, { width: 1200, pictureFor: () => pixel });
  for (const correct of corrections.tree) correct(prepared);
  return prepared;
};
const styleOf = (tree: VElement) => corrected(tree).props.style;

describe('corrections of a tree', () => {
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

  it('counts a border in em, by the size of the text around, for a picture that names no size', () => {
    const picture = h('img', { src: 'https://a.example/x.png', style: { maxWidth: 100, border: '1em solid red' } });
    const [img] = corrected(box({ fontSize: 20 }, picture)).props.children as { props: { style: Json } }[];

    expect(img?.props.style).toMatchObject({ width: 41, height: 41 });
  });

  it('lets an svg become smaller, unless what hangs out of it is shown', () => {
    expect(styleOf(h('svg', { width: 24 }))).toMatchObject({ minWidth: 0, minHeight: 0 });
    expect(styleOf(h('svg', { style: { overflow: 'visible' } }))).not.toHaveProperty('minWidth');
  });

  it('paints an svg with what its style says', () => {
    const svg = corrected(h('svg', { fill: 'none', style: { fill: 'red', strokeWidth: 2 } }));

    expect(svg.props).toMatchObject({ fill: 'red', strokeWidth: 2 });
    expect(svg.props.style).not.toHaveProperty('fill');
  });

  it('makes one item of a flex box out of texts with line breaks between them', () => {
    const children = (style: Record<string, Json>) =>
      corrected(box(style, 'One', h('br'), 'two', h('b', {}, 'three'), 'four')).props.children;

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

  it('drops attributes the layout library throws at', () => {
    const tree = corrected(
      box(
        { lang: 'x' } as never,
        h('p', { lang: 5 }, 'x'),
        h('p', { lang: ['de'] }, 'x'),
        h('svg', { viewBox: 5, width: {}, 'a b': 1 }, h('rect', { 'on"x': 1, width: 9, d: [] })),
      ),
    );

    const [number, list, svg] = tree.props.children as { props: Record<string, unknown> }[];
    expect(number?.props.lang).toBeUndefined();
    expect(list?.props.lang).toBeUndefined();
    expect(Object.keys(svg?.props ?? {}).toSorted()).toEqual(['children', 'style', 'viewBox']);
    expect(svg?.props).toMatchObject({ viewBox: '5', children: [{ props: { width: 9 } }] });
    expect(JSON.stringify(svg)).not.toContain('on\\"x');
  });

  it.each([
    [1e9, 1_000],
    ['1e9', 1_000],
    [4, 4],
    ['4', 4],
    [-1, undefined],
    ['x', undefined],
  ])('makes a list of %s rows %s rows high', (size, rows) => {
    const [list] = corrected(box({}, h('select', { size }))).props.children as { props: { size?: number } }[];
    expect(list?.props.size).toBe(rows);
  });

  it('replaces table displays, which the layout library refuses', () => {
    expect(styleOf(box({ display: 'table' }))).toMatchObject({ display: 'flex', flexDirection: 'column' });
    expect(corrected(h('td', {}))).toMatchObject({ props: { style: { display: 'block' } } });
  });

  it('draws no shadow where none is asked for, and reads opacity in per cent', () => {
    const styleIn = (props: Parameters<typeof h>[1]) => corrected(h('p', props)).props.style;

    expect(styleIn({ style: { boxShadow: 'none', opacity: '50%' } })).toEqual({
      boxSizing: 'border-box',
      opacity: 0.5,
    });
    expect(styleIn({ tw: 'shadow-lg', style: { boxShadow: 'none' } })).toEqual({ boxSizing: 'border-box' });
    expect(styleIn({ style: { textShadow: 'none' } })).toMatchObject({ textShadow: '0 0 0 rgba(0,0,0,0)' });
  });
});
