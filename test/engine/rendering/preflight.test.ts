import { expect, it } from 'vitest';
import { compileTemplate } from '#engine/compile/compile-template.ts';
import { prepareTree } from '#engine/engines/takumi/tree/prepare-tree.ts';
import { cpuBudget } from '#engine/isolation/worker/cpu-budget.ts';
import type { PreparedElement } from '#engine/rendering/tree/prepared-tree.ts';
import { stripPositions } from '#engine/vnode/source-position.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { h } from '../golden/element.ts';

const prepare = (tree: VElement) =>
  prepareTree(tree, { width: 600, height: 300, imageFor: (source) => source ?? '' }).tree;
const card = (...children: VElement[]) => h('div', { preflight: true }, ...children);
const first = ({ props }: PreparedElement) => props.children?.[0] as PreparedElement;

it('makes headings, paragraphs and lists plain boxes, and gives the root its line height', () => {
  const root = prepare(card(h('h1', { tw: 'text-xl' }, 'Title')));

  expect([root.type, root.props.style?.lineHeight, root.props.preflight]).toEqual(['div', 1.5, undefined]);
  expect(first(root).type).toBe('div');
  expect(first(prepare(card(h('ul', {})))).props.style).toMatchObject({ listStyleType: 'none' });
  expect(first(prepare(card(h('img', { src: 'a' })))).props.style).toMatchObject({ maxWidth: '100%' });
});

it('is what utilities and styles override', () => {
  const list = h('ul', { tw: 'list-disc' });
  expect(first(prepare(card(list))).props.style).toMatchObject({ listStyleType: 'disc' });
  const image = h('img', { src: 'a', style: { maxWidth: 80 } });
  expect(first(prepare(card(image))).props.style).toMatchObject({ maxWidth: 80 });
});

it('comes before the style sheet of a template, which may override it by tags', () => {
  const css = 'h1 { font-size: 40px } ul { list-style: square } div { line-height: 3 }';
  const [title, list] = prepare(card(h('style', {}, css), h('h1', {}, 'Title'), h('ul', {}))).props.children ?? [];

  expect(title).toMatchObject({ type: 'div', props: { style: { fontSize: 40 } } });
  expect(list).toMatchObject({ props: { style: { listStyleType: 'square' } } });
  expect(prepare(card(h('style', {}, css))).props.style?.lineHeight).toBe(3);
});

const compile = async (options: string) => {
  const source = `export const options = { ${options} }; export default () => <div><h1 tw="text-xl">Title</h1></div>`;
  const { sample, errors, warnings } = await compileTemplate(
    source,
    { clock: 0, defaultEngine: 'takumi', isRendered: false },
    cpuBudget(60_000),
  );
  return { tree: sample && stripPositions(sample.tree), codes: [...errors, ...warnings].map(({ code }) => code) };
};

it('is an option of a template; its tree keeps the mark, whatever elements write themselves', async () => {
  expect((await compile('preflight: true')).tree?.props).toEqual({ preflight: true });
  expect((await compile('preflight: true')).codes).toEqual([]);
  expect((await compile('preflight: false')).codes).toEqual(['tailwind-defaults']);
  expect((await compile("preflight: 'yes'")).codes).toEqual(['options']);
});
