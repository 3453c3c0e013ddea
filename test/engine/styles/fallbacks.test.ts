import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { getSupport } from '#engine/lint/tree/css-support.ts';
import { resolveStyles } from '#engine/styles/resolve.ts';
import { isReadable } from '#engine/styles/supported.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { getDeclarations } from '../../../tools/css-support/declarations.ts';
import { writeWords } from '../../../tools/css-support/words.ts';
import { h } from '../golden/element.ts';

const getStyle = (css: string, style: Record<string, string> = {}) => {
  const tree: VElement = h('div', {}, h('style', {}, css), h('p', { className: 'a', style }));
  const { children } = resolveStyles(tree, { width: 600, height: 400 }).root;
  const [resolved] = children.filter((child) => typeof child !== 'string' && child.element.type === 'p');
  return typeof resolved === 'object' ? resolved.specified : expect.fail('no such element');
};

describe('a declaration with what is not rendered', () => {
  it.each([
    ['.a { color: red; color: colr(1 2 3) }', { color: 'red' }],
    ['.a { color: red; color: rde }', { color: 'red' }],
    ['.a { color: #c00; color: #c000000 }', { color: '#c00' }],
    ['.a { width: 10px; width: 10foo }', { width: 10 }],
    ['.a { width: 100%; width: -moz-available }', { width: '100%' }],
    ['.a { height: 100vh; height: 100dvh }', { height: '100dvh' }],
    ['.a { display: flex; display: masonry }', { display: 'flex' }],
    ['.a { color: red !important; color: colr(1) !important }', { color: 'red' }],
    ['.a { margin: 4px } p.a { margin: auto colr(1) }', { marginLeft: 4 }],
    ['.a { font-family: Inter; font-family: Some-Font, serif }', { fontFamily: 'Some-Font, serif' }],
  ])('%s leaves the one before it', (css, expected) => {
    expect(getStyle(css)).toMatchObject(expected);
  });

  it('leaves that of a rule, in a style too', () => {
    expect(getStyle('.a { color: red }', { color: 'colr(1)' })).toMatchObject({ color: 'red' });
  });

  it('stays if there is no other, for the check to name', () => {
    expect(getStyle('.a { color: rde }')).toMatchObject({ color: 'rde' });
  });
});

describe('conditions of what is supported', () => {
  it.each([
    ['not ((display: grid) and (color: nonsense))', true],
    ['(background: conic-gradient(red, blue))', true],
    ['(height: 100dvh) and (color: color-mix(in lab, red, red))', true],
    ['(display: masonry)', false],
    ['(color: #12345)', false],
    ['(cursor: grab)', true],
  ])('@supports %s is %s', (condition, expected) => {
    const { color } = getStyle(`@supports ${condition} { .a { color: red } }`);

    expect(color === 'red').toBe(expected);
  });
});

describe('the words of values', () => {
  it('are those of css-tree and of what was measured', async () => {
    const written = await readFile(
      new URL('../../../packages/engine/src/styles/css-words.json', import.meta.url),
      'utf8',
    );

    expect(written).toBe(writeWords());
  });

  it('are in every value that was measured to be rendered', () => {
    const lost = getDeclarations().filter(({ property, value }) => {
      const support = getSupport(property, value, 'takumi')?.support;
      return (support === 'same' || support === 'different') && !isReadable(property, value);
    });

    expect(lost).toEqual([]);
  });
});
