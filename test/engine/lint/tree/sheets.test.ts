import { expect, it } from 'vitest';
import type { EngineName } from '#engine/engine-names.ts';
import { lintTreeRules } from '#engine/lint/tree/lint-tree.ts';
import { getSheetForms } from '#engine/lint/tree/sheet-forms.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { box, h } from '../../golden/element.ts';

const getWarnings = (css: string, engine: EngineName = 'takumi'): string[] =>
  lintTreeRules({
    ...{
      tree: box({}, h('style', {}, css), h('p', css.includes('.a') ? { class: 'a' } : {}, 'text')),
      positions: {},
      componentAt: { line: 1, column: 1 },
      source: '',
    },
    ...{ width: 1_200, height: 630, sampleTexts: [], defaultTexts: [], fonts: [], engine },
  }).warnings.map(({ code, message }) => `${code}: ${message}`);

it.each([
  ['.a:hover { color: red }', ':hover has no effect in an image.'],
  ['.a::selection { color: red }', '::selection has no effect in an image.'],
  ['@media print { .a { color: red } }', '@media print has no effect in an image.'],
  ['.a::first-letter { color: red }', '::first-letter of a <style> is not rendered by the engine takumi.'],
  ['.a:no-such-thing { color: red }', ':no-such-thing is not known here: what is in its block has no effect.'],
  ['@no-such-thing { .a { color: red } }', '@no-such-thing is not known here: what is in its block has no effect.'],
  ['@media (no-such-thing: 5) { .a { color: red } }', '@media (no-such-thing) is not known here'],
])('%s: says that it has no effect', (css, message) => {
  expect(getWarnings(css)).toEqual([expect.stringContaining(`no-effect: ${message}`)]);
});

it.each([
  '.a:first-child, .a:not(.b):nth-child(2n + 1)::before { color: red }',
  '@media screen and (min-width: 600px), (orientation: portrait) { .a { color: red } }',
  '@media (400px <= width <= 900px) { .a { color: red } }',
  '@keyframes glow { from { color: red } 50% { color: blue } to { color: red } }',
  '@layer base { .a { color: red } }',
  '@supports (display: grid) { .a { color: red } }',
  '@theme { --color-brand: #f00 } .a { @apply text-brand }',
  '.a { &.b { color: red } > .c { color: blue } }',
  '.a { background: url("https://a.example/a:hover.png") }',
])('%s: says nothing', (css) => {
  expect(getWarnings(css)).toEqual([]);
});

it.each([
  '.a:has(b) { color: red }',
  '.a { b:dir(rtl) { color: red } }',
  'table { border-collapse: collapse } td { border: 1px solid red }',
  '.a { float: right }',
  '.a { grid-area: head }',
  '.a { grid-column: start / end }',
  '.a { grid-template: "a b" 40px / 1fr 1fr }',
  '.a { grid-area: 1 / 2 / span 2 / auto }',
  '.a { float: none }',
  '@supports not (display: nonsense) { .a { color: red } }',
])('%s: says nothing, because it is rendered as from a style', (css) => {
  expect(getWarnings(css)).toEqual([]);
});

it.each([
  '@media (prefers-color-scheme: dark) { .a { color: rde } }',
  '@media (max-width: 600px) { .a { no-such: 5px } }',
  '@supports not (display: grid) { .a { color: rde } }',
])('%s: says nothing of what does not apply', (css) => {
  expect(getWarnings(css)).toEqual([]);
  expect(getWarnings(css.replace(/^@(media|supports)[^{]*/, '@media all '))).toHaveLength(1);
});

it('says once that satori reads no rules, and nothing of a theme', () => {
  expect(getWarnings('.a { color: red } .b:hover { color: red }', 'satori')).toEqual([
    "no-effect: The engine satori reads no rules of a <style>, only the tokens of @theme; options.engine = 'takumi' renders them.",
  ]);
  expect(getWarnings('@theme { --color-brand: #f00 }', 'satori')).toEqual([]);
  // what an import adds, so that takumi stacks as satori does
  expect(getWarnings('* { position: relative }', 'satori')).toEqual([]);
});

it('says nothing of rules for shapes inside an SVG, of the type of a mask and of lines that are cut', () => {
  const shape = h('svg', {}, h('mask', { style: { maskType: 'alpha' } }), h('rect', { className: 'a' }));
  const clamp = { display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' };
  const cut = box({ ...clamp, textOverflow: 'ellipsis' }, 'text');
  const lint = (engine: EngineName, ...children: VElement[]) =>
    lintTreeRules({
      ...{ tree: box({}, ...children), positions: {}, source: '', engine, componentAt: { line: 1, column: 1 } },
      ...{ width: 1_200, height: 630, sampleTexts: [], defaultTexts: [], fonts: [] },
    }).warnings;
  expect(lint('takumi', h('style', {}, '.a { opacity: 0.5 }'), shape, cut)).toEqual([]);
  expect(lint('satori', cut)).toEqual([]);
});

it.each([
  '.a { counter-reset: step } .a::before { counter-increment: step; content: "- " }',
  '.a { color-scheme: dark; background: light-dark(red, blue) }',
  '.a { container: side / inline-size; width: 200px } @container side (min-width: 100px) { b { color: red } }',
  '@scope (.a) to (b) { :scope p { color: red } }',
])('%s: says nothing of what other declarations ask for', (css) => {
  expect(getWarnings(css)).toEqual([]);
});

it.each(['@scope { .a { color: red } }', '.a { @scope (b) { i { color: red } } }'])('%s: is told', (css) => {
  expect(getWarnings(css)).toEqual([expect.stringMatching(/^no-effect: @scope is read outside of other rules/)]);
});

it('finds forms between strings, comments and nested brackets', () => {
  const forms = getSheetForms(
    '/* .x:hover {} */ .a:is(b, :not(c:empty)) { content: "}:hover{" } @charset "utf-8"; .d::after {}',
  );
  expect(forms.map(({ form }) => form)).toEqual([':is()', ':not()', ':empty', '@charset', '::after']);
});
