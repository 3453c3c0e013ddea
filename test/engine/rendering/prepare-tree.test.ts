import { describe, expect, it } from 'vitest';
import { prepareTree } from '#engine/engines/takumi/tree/prepare-tree.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { box, h } from '../golden/element.ts';

const prepare = (tree: VElement) => prepareTree(tree, { width: 1200, height: 630, imageFor: () => '' }).tree;
const getStyle = (style: Parameters<typeof box>[0]) => prepare(box(style)).props.style;

describe('prepareTree', () => {
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

  it.each([{ '(': 'red' }, { '[a': 'red', 'a{9}': 1 }])('drops %o, which names no property', (style) => {
    expect(getStyle(style)).toEqual({ boxSizing: 'border-box' });
  });

  const longNames = [`a${'-'.repeat(100_000)}1`, `${'a'.repeat(100_000)}!`, `${'a-'.repeat(100_000)}!`];
  it.each(longNames)('passes over a name of 100,000 characters at once', (name) => {
    const before = process.threadCpuUsage();
    expect(getStyle({ [name]: 'x' })).toEqual({ boxSizing: 'border-box' });
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
  });

  it.each([
    ['', '392px'],
    [':root { --gap: 12px }', '392px'],
    ['.wide { --gap: 40px }', '392px'],
    [':root { --gap: 12px } b { --gap: 42px }', '372px'],
    [':root { --gap: 9px } @media print { b { --gap: 42px } }', '394px'],
  ])('computes functions with inherited variables, which %j sets too', (sheet, computed) => {
    const width = 'calc((100% - 2 * var(--gap)) / 3)';
    const style = { ...(!sheet.startsWith(':root') && { '--gap': '12px' }) };
    const root = prepare(h('div', { style }, h('style', {}, sheet), h('p', {}, h('b', { style: { width } }, 'x'))));

    const [p] = root.props.children as { props: { children: { props: { style: object } }[] } }[];
    expect(p?.props.children[0]?.props.style).toMatchObject({ width: computed });
  });

  it('drops handlers and empty attributes', () => {
    expect(prepare(h('div', { onClick: 'x', title: null, id: 'a' })).props).toEqual({
      id: 'a',
      style: { boxSizing: 'border-box' },
      children: [],
    });
  });
});
