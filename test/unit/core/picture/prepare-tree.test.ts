import { describe, expect, it } from 'vitest';
import { prepareTree } from '../../../../lambdas/core/picture/tree/prepare-tree.ts';
import type { VElement } from '../../../../lambdas/core/vnode/vnode.ts';
import { box, h } from '../../../golden/element.ts';

const picture = 'data:image/png;base64,AA';
const prepare = (tree: VElement) =>
  prepareTree(tree, { width: 1200, pictureFor: (source) => (source === 'https://a.example/x.png' ? picture : '') });
const styleOf = (style: Parameters<typeof box>[0]) => prepare(box(style)).props.style;

describe('prepareTree', () => {
  it('makes every box border-box outside svg', () => {
    const tree = prepare(box({}, h('svg', {}, h('path', { d: 'M0 0' }))));

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

  it('hands on no source of an image that stands inside an svg', () => {
    const image = h('img', { src: 'https://b.example/x.png', srcSet: 'https://b.example/y.png 2x' });
    const tree = prepare(box({}, h('svg', {}, image, h('g', {}, h('div', {}, image)))));

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
