import { describe, expect, it } from 'vitest';
import { type Resolved, resolveStyles } from '#engine/styles/resolve.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { h } from '../golden/element.ts';

const getTexts = ({ before, children }: Resolved): string[] => [
  ...(before ? [before.text] : []),
  ...children.flatMap((child) => (typeof child === 'string' ? [] : getTexts(child))),
];
const write = (css: string, ...children: readonly VElement[]): string[] =>
  getTexts(resolveStyles(h('div', {}, h('style', {}, css), ...children), { width: 600, height: 400 }).root);

describe('generated content', () => {
  it('counts from the outermost element on', () => {
    const css = 'div { counter-reset: a 4 } p { counter-increment: a } p::before { content: counter(a) "." }';

    expect(write(css, h('p', {}), h('p', {}))).toEqual(['5.', '6.']);
  });

  it('writes attributes as style sheets know them', () => {
    const css = 'p::before { content: attr(class) attr(data-n) attr(none, "-") }';

    expect(write(css, h('p', { className: 'own', 'data-n': 3 }))).toEqual(['own3-']);
  });
});
