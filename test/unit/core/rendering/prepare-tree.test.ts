import { describe, expect, it } from 'vitest';
import { prepareTree } from '../../../../lambdas/core/rendering/tree/prepare-tree.ts';
import type { VElement } from '../../../../lambdas/core/vnode/vnode.ts';
import { box, h } from '../../../golden/element.ts';

const image = 'data:image/png;base64,AA';
const prepare = (tree: VElement) =>
  prepareTree(tree, { width: 1200, imageFor: (source) => (source === 'https://a.example/x.png' ? image : '') });
const getStyle = (style: Parameters<typeof box>[0]) => prepare(box(style)).props.style;

describe('prepareTree', () => {
  it('makes every box border-box outside svg', () => {
    const tree = prepare(box({}, h('svg', {}, h('path', { d: 'M0 0' }))));

    const svg = tree.props.children?.[0];
    expect(tree.props.style).toEqual({ boxSizing: 'border-box' });
    expect(svg).toMatchObject({ props: { style: { boxSizing: 'border-box' }, children: [{ props: { style: {} } }] } });
  });

  it.each([
    ['"Hello" עולם', 'ltr'],
    ['12 שלום world', 'rtl'],
    ['— مرحبا', 'rtl'],
    ['日本', 'ltr'],
    ['', 'ltr'],
  ])('takes dir="auto" from the first letter: %j runs %s', (text, direction) => {
    const { props } = prepare(h('p', { dir: 'auto' }, h('b', {}, text)));
    expect([props.style?.direction, props.dir]).toEqual([direction, undefined]);
    expect(prepare(h('p', { dir: 'auto', style: { direction: 'rtl' } }, text)).props.style?.direction).toBe('rtl');
    expect(prepare(h('p', { dir: 'ltr' }, text)).props).toMatchObject({ dir: 'ltr' });
  });

  it('leaves a box-sizing that is named', () => {
    expect(getStyle({ boxSizing: 'content-box' })).toEqual({ boxSizing: 'content-box' });
  });

  it.each([{ flexDirection: 'column' }, { alignItems: 'center' }, { 'justify-content': 'center' }, { gap: 4 }])(
    'makes an element with %o flex',
    (style) => {
      expect(getStyle(style)).toMatchObject({ display: 'flex' });
    },
  );

  it.each([{ display: 'block', gap: 4 }, { color: 'red' }, { gridTemplateColumns: '1fr', gap: 4 }])(
    'does not make %o flex',
    (style) => {
      expect(getStyle(style)?.display).not.toBe('flex');
    },
  );

  it.each([
    ['rounded-3xl', { border: '1px solid red' }, { borderTopLeftRadius: 24, border: '1px solid red' }],
    ['flex-col', { flex: 1 }, { flexDirection: 'column', flex: 1 }],
    ['break-words', { overflow: 'hidden' }, { overflowWrap: 'break-word', overflow: 'hidden' }],
    ['outline-offset-2', { outline: '1px solid red' }, { outlineOffset: 2, outline: '1px solid red' }],
  ])('applies %s beside a shorthand of something else', (tw, style, expected) => {
    expect(prepare(h('div', { tw, style })).props.style).toMatchObject(expected);
  });

  it.each([
    ['border-2', { border: 'none' }, 'borderTopWidth'],
    ['grow', { flex: 'none' }, 'flexGrow'],
    ['leading-7', { font: '20px Inter' }, 'lineHeight'],
    ['p-4', { padding: 0 }, 'paddingTop'],
  ])('drops what %s says where a style has its shorthand', (tw, style, dropped) => {
    expect(prepare(h('div', { tw, style })).props.style).not.toHaveProperty(dropped);
  });

  it('lets the class of a shape win over its attribute, and its style over both', () => {
    const shape = h('path', { className: 'fill-black stroke-2', fill: 'red', style: { strokeWidth: 3 } });

    const [path] = prepare(h('svg', {}, shape)).props.children ?? [];
    expect(path).toMatchObject({ props: { fill: 'red', style: { fill: '#000000', strokeWidth: 3 } } });
  });

  it('takes property names in kebab case', () => {
    expect(getStyle({ 'background-color': 'red', '-webkit-line-clamp': 2, '--brand-colour': 'blue' })).toEqual({
      backgroundColor: 'red',
      WebkitLineClamp: 2,
      '--brand-colour': 'blue',
      boxSizing: 'border-box',
    });
  });

  it('drops empty values and collapses white space', () => {
    expect(
      getStyle({ color: null, margin: '', padding: false, background: 'linear-gradient(\n  red,\n  blue\n)' }),
    ).toEqual({
      background: 'linear-gradient( red, blue )',
      boxSizing: 'border-box',
    });
  });

  it.each([{ '(': 'red' }, { '[a': 'red', 'a{9}': 1 }])('drops %o, which names no property', (style) => {
    expect(getStyle(style)).toEqual({ boxSizing: 'border-box' });
  });

  it.each([`a${'-'.repeat(100_000)}1`, `${'a'.repeat(100_000)}!`, `${'a-'.repeat(100_000)}!`])(
    'passes over a name of 100,000 characters at once',
    (name) => {
      const before = process.threadCpuUsage();

      expect(getStyle({ [name]: 'x' })).toEqual({ boxSizing: 'border-box' });
      expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
    },
  );

  it('hands on no source of an image that stands inside an svg', () => {
    const image = h('img', { src: 'https://b.example/x.png', srcSet: 'https://b.example/y.png 2x' });
    const tree = prepare(box({}, h('svg', {}, image, h('g', {}, h('div', {}, image)))));

    expect(JSON.stringify(tree)).not.toContain('b.example');
  });

  it('puts images in place of addresses, and nothing where there is none', () => {
    expect(getStyle({ background: 'url(https://a.example/x.png) red' })).toMatchObject({
      background: `url("${image}") red`,
    });
    expect(getStyle({ maskImage: "url('http://10.0.0.1/')" })).toMatchObject({
      maskImage: 'linear-gradient(transparent,transparent)',
    });
    expect(getStyle({ backgroundImage: 'url("https://a.example/unclosed' })?.backgroundImage).not.toContain('example');
    expect(getStyle({ filter: 'url(#blur)' })).toMatchObject({ filter: 'url(#blur)' });
  });

  it('renders the empty box of an image that cannot be fetched', () => {
    const tree = prepare(
      h('img', { src: '/x.png', width: '120', height: '80px', style: { border: '1px solid red', objectFit: 'cover' } }),
    );

    expect(tree).toMatchObject({ type: 'div', props: { style: { width: 120, height: 80, border: '1px solid red' } } });
    expect(tree.props.style).not.toHaveProperty('objectFit');
  });

  it('composes letters and accents', () => {
    expect(prepare(box({}, 'e\u0301 ⅔')).props.children).toEqual(['é ²⁄₃']);
  });

  it('drops handlers and empty attributes', () => {
    expect(prepare(h('div', { onClick: 'x', title: null, id: 'a' })).props).toEqual({
      id: 'a',
      style: { boxSizing: 'border-box' },
      children: [],
    });
  });
});
