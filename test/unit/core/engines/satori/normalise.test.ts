import { describe, expect, it } from 'vitest';
import { normaliseTree } from '../../../../../lambdas/core/engines/satori/tree/normalise.ts';
import { box, h } from '../../../../golden/element.ts';

const picture = 'data:image/png;base64,AA';
const normalise = (tree: Parameters<typeof normaliseTree>[0]) =>
  normaliseTree(tree, 1200, (source) => (source === 'https://a.example/x.png' ? picture : ''));
const styleOf = (style: Parameters<typeof box>[0]) => normalise(box(style)).props.style;

describe('normaliseTree', () => {
  it('makes every box border-box outside svg', () => {
    const tree = normalise(box({}, h('svg', {}, h('path', { d: 'M0 0' }))));

    const svg = tree.props.children?.[0];
    expect(tree.props.style).toEqual({ boxSizing: 'border-box' });
    expect(svg).toMatchObject({ props: { style: { boxSizing: 'border-box' }, children: [{ props: { style: {} } }] } });
  });

  it('leaves a box-sizing that is named', () => {
    expect(styleOf({ boxSizing: 'content-box' })).toEqual({ boxSizing: 'content-box' });
  });

  it.each([{ flexDirection: 'column' }, { alignItems: 'center' }, { 'justify-content': 'center' }, { gap: 4 }])(
    'makes an element with %o flex',
    (style) => {
      expect(styleOf(style)).toMatchObject({ display: 'flex' });
    },
  );

  it.each([{ display: 'block', gap: 4 }, { color: 'red' }, { gridTemplateColumns: '1fr', gap: 4 }])(
    'does not make %o flex',
    (style) => {
      expect(styleOf(style)?.display).not.toBe('flex');
    },
  );

  it('takes property names in kebab case', () => {
    expect(styleOf({ 'background-color': 'red', '-webkit-line-clamp': 2, '--brand-colour': 'blue' })).toEqual({
      backgroundColor: 'red',
      WebkitLineClamp: 2,
      '--brand-colour': 'blue',
      boxSizing: 'border-box',
    });
  });

  it('drops empty values and collapses white space', () => {
    expect(
      styleOf({ color: null, margin: '', padding: false, background: 'linear-gradient(\n  red,\n  blue\n)' }),
    ).toEqual({
      background: 'linear-gradient( red, blue )',
      boxSizing: 'border-box',
    });
  });

  it.each([{ '(': 'red' }, { '[a': 'red', 'a{9}': 1 }])('drops %o, which names no property', (style) => {
    expect(styleOf(style)).toEqual({ boxSizing: 'border-box' });
  });

  it.each([`a${'-'.repeat(100_000)}1`, `${'a'.repeat(100_000)}!`, `${'a-'.repeat(100_000)}!`])(
    'passes over a name of 100,000 characters at once',
    (name) => {
      const before = process.threadCpuUsage();

      expect(styleOf({ [name]: 'x' })).toEqual({ boxSizing: 'border-box' });
      expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
    },
  );

  it('drops attributes the layout library throws at', () => {
    const tree = normalise(
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
    const [list] = normalise(box({}, h('select', { size }))).props.children as { props: { size?: number } }[];
    expect(list?.props.size).toBe(rows);
  });

  it('hands on no source of an image that stands inside an svg', () => {
    const image = h('img', { src: 'https://b.example/x.png', srcSet: 'https://b.example/y.png 2x' });
    const tree = normalise(box({}, h('svg', {}, image, h('g', {}, h('div', {}, image)))));

    expect(JSON.stringify(tree)).not.toContain('b.example');
  });

  it('puts pictures in place of addresses, and nothing where there is none', () => {
    expect(styleOf({ background: 'url(https://a.example/x.png) red' })).toMatchObject({
      background: `url("${picture}") red`,
    });
    expect(styleOf({ maskImage: "url('http://10.0.0.1/')" })).toMatchObject({
      maskImage: 'linear-gradient(transparent,transparent)',
    });
    expect(styleOf({ backgroundImage: 'url("https://a.example/unclosed' })?.backgroundImage).not.toContain('example');
    expect(styleOf({ filter: 'url(#blur)' })).toMatchObject({ filter: 'url(#blur)' });
  });

  it('keeps the box of a picture that cannot be had', () => {
    const tree = normalise(
      h('img', { src: '/x.png', width: '120', height: '80px', style: { border: '1px solid red', objectFit: 'cover' } }),
    );

    expect(tree).toMatchObject({ type: 'div', props: { style: { width: 120, height: 80, border: '1px solid red' } } });
    expect(tree.props.style).not.toHaveProperty('objectFit');
  });

  it('replaces table displays, which the layout library refuses', () => {
    expect(styleOf({ display: 'table' })).toMatchObject({ display: 'flex', flexDirection: 'column' });
    expect(normalise(h('td', {}))).toMatchObject({ props: { style: { display: 'block' } } });
  });

  it('composes letters and accents, and drops embeddings of direction', () => {
    expect(normalise(box({}, 'e\u0301 \u202eabc\u202c')).props.children).toEqual(['é abc']);
  });

  it('drops handlers and empty attributes', () => {
    expect(normalise(h('div', { onClick: 'x', title: null, id: 'a' })).props).toEqual({
      id: 'a',
      style: { boxSizing: 'border-box' },
      children: [],
    });
  });
});

it('draws no shadow where none is asked for, and reads opacity in per cent', () => {
  const styleIn = (props: Parameters<typeof h>[1]) => normalise(h('p', props)).props.style;

  expect(styleIn({ style: { boxShadow: 'none', opacity: '50%' } })).toEqual({ boxSizing: 'border-box', opacity: 0.5 });
  expect(styleIn({ tw: 'shadow-lg', style: { boxShadow: 'none' } })).toEqual({ boxSizing: 'border-box' });
  expect(styleIn({ style: { textShadow: 'none' } })).toMatchObject({ textShadow: '0 0 0 rgba(0,0,0,0)' });
});
