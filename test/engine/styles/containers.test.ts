import { describe, expect, it } from 'vitest';
import { lintTreeRules } from '#engine/lint/tree/lint-tree.ts';
import { resolveStyles } from '#engine/styles/resolve.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { h } from '../golden/element.ts';

/** Returns the letters of the elements that a sheet makes red, in order. */
const getRed = (css: string, ...children: VElement[]): string => {
  const { root } = resolveStyles(h('div', {}, ...children, h('style', {}, css)), { width: 600, height: 400 });
  const letters: string[] = [];
  const visit = ({ specified, children: inside, element }: typeof root): void => {
    if (specified.color === 'red') letters.push(String(element.props.id));
    for (const child of inside) if (typeof child !== 'string') visit(child);
  };
  visit(root);
  return letters.join('');
};

const a = (id: string, props: VElement['props'] = {}, ...children: VElement[]) =>
  h('div', { id, ...props }, ...children);
const inline = { containerType: 'inline-size' };

describe('@container', () => {
  const rule = (condition: string) => `@container ${condition} { div { color: red } }`;
  it.each<[string, string, VElement[], string]>([
    ['a width in pixels', '(min-width: 300px)', [a('a', { style: { ...inline, width: 300 } }, a('b'))], 'b'],
    ['a width that is too small', '(min-width: 301px)', [a('a', { style: { ...inline, width: 300 } }, a('b'))], ''],
    ['a block as wide as the image', '(width > 500px)', [a('a', { style: inline }, a('b'))], 'b'],
    ['what padding leaves', '(width > 500px)', [a('a', { style: { ...inline, padding: 60 } }, a('b'))], ''],
    [
      'a share of a known width',
      '(inline-size = 300px)',
      [a('a', { style: { ...inline, width: '50%' } }, a('b'))],
      'b',
    ],
    ['a name', 'side (min-width: 1px)', [a('a', { style: { ...inline, containerName: 'side' } }, a('b'))], 'b'],
    ['another name', 'main (min-width: 1px)', [a('a', { style: { ...inline, containerName: 'side' } }, a('b'))], ''],
    ['both in one', 'side (min-width: 1px)', [a('a', { style: { container: 'side / inline-size' } }, a('b'))], 'b'],
    [
      'the nearest of two',
      '(width = 50px)',
      [a('a', { style: inline }, a('b', { style: { ...inline, width: 50 } }, a('c')))],
      'c',
    ],
    ['a height without one', '(height > 1px)', [a('a', { style: { ...inline, height: 50 } }, a('b'))], ''],
    ['a height', '(height > 1px)', [a('a', { style: { containerType: 'size', height: 50 } }, a('b'))], 'b'],
    ['not', 'not (width > 900px)', [a('a', { style: inline }, a('b'))], 'b'],
    ['no container', 'not (width > 900px)', [a('a')], ''],
    ['a variable', 'style(--tone: dark)', [a('a', { style: { '--tone': 'dark' } }, a('b'))], 'b'],
  ])('%s', (_name, condition, children, red) => {
    expect(getRed(rule(condition), ...children)).toBe(red);
  });

  it('says of a condition that only a layout would answer that it is not true', () => {
    const lint = (style: VElement['props']) => {
      const css = '@container (width > 5px) { .b { color: red } }';
      const tree = h('div', { style: 'display: flex' }, h('style', {}, css), a('a', { style }, a('b', { class: 'b' })));
      return lintTreeRules({
        ...{ tree, positions: {}, componentAt: { line: 1, column: 1 }, source: '', width: 600, height: 400 },
        ...{ sampleTexts: [], defaultTexts: [], fonts: [], engine: 'takumi' },
      }).warnings.map(({ message }) => message);
    };
    expect(lint(inline)).toContainEqual(expect.stringMatching(/^@container \(width > 5px\) is not true here/));
    expect(lint({ ...inline, width: 50 })).toEqual([]);
  });
});

describe('@scope', () => {
  const tree = () => [
    a('a', { class: 'card' }, a('b', {}, a('c', { class: 'end' }, a('d'))), a('e', { class: 'title' })),
    a('f', { class: 'title' }),
  ];
  it.each([
    ['@scope (.card) { .title { color: red } }', 'e'],
    ['@scope (.card) { div { color: red } }', 'abcde'],
    ['@scope (.card) to (.end) { div { color: red } }', 'abe'],
    ['@scope (.card) { :scope { color: red } }', 'a'],
    ['@scope (.card) { > .title, & > div > .end { color: red } }', 'ce'],
    ['@scope (.none) { .title { color: red } }', ''],
    ['.title { color: red } @scope (.card) { .title { color: blue } }', 'f'],
    ['@scope (.card) { #b { .end { color: red } } }', 'c'],
    ['@scope { .title { color: red } }', ''],
  ])('%s', (css, red) => {
    expect(getRed(css, ...tree())).toBe(red);
  });
});
