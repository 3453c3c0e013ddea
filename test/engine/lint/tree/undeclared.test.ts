import { expect, it } from 'vitest';
import type { EngineName } from '#engine/engine-names.ts';
import { prepareTree } from '#engine/engines/takumi/tree/prepare-tree.ts';
import { lintTreeRules } from '#engine/lint/tree/lint-tree.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { h } from '../../golden/element.ts';

const getWarnings = (tree: VElement, engine: EngineName = 'takumi'): string[] =>
  lintTreeRules({
    ...{ tree, positions: {}, componentAt: { line: 1, column: 1 }, source: '' },
    ...{ width: 1_200, height: 630, sampleTexts: [], defaultTexts: [], fonts: [], engine },
  })
    .warnings.filter(({ message }) => message.includes('has no value'))
    .map(({ code, message }) => `${code}: ${message}`);

const says = (name: string) => [expect.stringMatching(`^unknown-value: var\\(${name}\\) has no value`)];

it.each<[string, VElement]>([
  ['a style', h('div', { style: { background: 'var(--brand)' } })],
  ['a part of a value', h('div', { style: { border: '1px solid var( --brand )' } })],
  ['a class in brackets', h('div', { tw: 'bg-[var(--brand)]' })],
  ['a class', h('div', { className: 'text-(--brand)' })],
  ['a class of a pseudo-element', h('div', { tw: 'before:bg-(--brand)' })],
  ['a style sheet', h('div', { className: 'a' }, h('style', {}, '.a { color: var(--brand) }'))],
  ['a box before the content', h('p', {}, h('style', {}, 'p::before { content: ""; color: var(--brand) }'))],
  ['a declaration of another element', h('p', {}, h('b', { style: '--brand: red' }), h('i', { tw: 'text-(--brand)' }))],
  ['a shape', h('svg', {}, h('path', { d: 'M0 0', fill: 'var(--brand)' }))],
])('a var() of %s that nothing declares is reported', (_where, tree) => {
  expect(getWarnings(tree)).toEqual(says('--brand'));
});

it.each<[string, VElement]>([
  ['its own style', h('div', { style: { '--brand': 'red', color: 'var(--brand)' } })],
  ['the style around', h('div', { style: '--brand: red' }, h('p', { tw: 'text-(--brand)' }))],
  ['a class', h('div', { tw: '[--brand:red] text-(--brand)' })],
  ['a style sheet', h('div', { tw: 'bg-(--brand)' }, h('style', {}, ':root { --brand: red }'))],
  ['a theme', h('div', { tw: 'bg-(--color-brand)' }, h('style', {}, '@theme { --color-brand: red }'))],
  ['@property', h('div', { tw: 'bg-(--brand)' }, h('style', {}, '@property --brand { initial-value: red }'))],
  ['a fallback', h('div', { style: { color: 'var(--brand, red)' } })],
  ['Tailwind', h('div', { style: { padding: 'calc(var(--spacing) * 4)' }, tw: 'bg-(--color-red-500)' })],
])('a var() with a value from %s is not', (_where, tree) => {
  expect(getWarnings(tree)).toEqual([]);
});

it('a custom property without a value is reported where it is used', () => {
  const sheet = h('style', {}, ':root { --font-sans: var(--font-geist) } .a { font-family: var(--font-sans) }');
  expect(getWarnings(h('div', {}, sheet))).toEqual([]);
  expect(getWarnings(h('div', { className: 'a' }, sheet, 'text'))).toEqual(says('--font-sans'));
});

it('satori has no tokens of Tailwind', () => {
  expect(getWarnings(h('div', { style: { color: 'var(--color-red-500)' } }), 'satori')).toEqual(
    says('--color-red-500'),
  );
});

it('takumi gets the values of the tokens of Tailwind that a tree names, unless it declares them', () => {
  const prepare = (tree: VElement) => prepareTree(tree, { width: 1200, height: 630, imageFor: () => '' }).tree.props;

  expect(prepare(h('div', { tw: 'bg-(--color-red-500)' })).style).toMatchObject({ backgroundColor: '#fb2c36' });
  const inner = prepare(h('div', {}, h('p', { style: { gap: 'var(--spacing)' } })));
  expect(inner.children?.[0]).toMatchObject({ props: { style: { rowGap: 4, columnGap: 4 } } });
  const own = h('div', { className: 'a' }, h('style', {}, '.a { --spacing: 8px; gap: var(--spacing) }'));
  expect(prepare(own).style).toMatchObject({ rowGap: 8 });
});
