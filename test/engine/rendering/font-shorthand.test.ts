import { expect, it } from 'vitest';
import { type Resolved, resolveStyles } from '#engine/styles/resolve.ts';
import { expandFont } from '#engine/styles/values/font-shorthand.ts';
import { box, h } from '../golden/element.ts';

const plain = { fontStyle: 'normal', fontWeight: 400, lineHeight: 'normal' };

it.each([
  ['30px Inter', { ...plain, fontSize: '30px', fontFamily: 'Inter' }],
  ['700 40px Inter', { ...plain, fontWeight: '700', fontSize: '40px', fontFamily: 'Inter' }],
  [
    'italic bold 30px/1.5 "Fira Sans", sans-serif',
    {
      fontStyle: 'italic',
      fontWeight: 'bold',
      fontSize: '30px',
      lineHeight: '1.5',
      fontFamily: '"Fira Sans", sans-serif',
    },
  ],
  ['normal 12px / 14px serif', { ...plain, fontSize: '12px', lineHeight: '14px', fontFamily: 'serif' }],
  [
    'small-caps condensed 600 1.2em monospace',
    {
      ...plain,
      fontVariant: 'small-caps',
      fontStretch: 'condensed',
      fontWeight: '600',
      fontSize: '1.2em',
      fontFamily: 'monospace',
    },
  ],
  [
    'clamp(10px, 2vw, 30px)/1.2 Inter',
    { ...plain, fontSize: 'clamp(10px, 2vw, 30px)', lineHeight: '1.2', fontFamily: 'Inter' },
  ],
  ['x-large Inter', { ...plain, fontSize: 'x-large', fontFamily: 'Inter' }],
])('%s sets each property', (font, expected) => {
  expect(expandFont(font)).toEqual(expected);
});

it.each(['inherit', 'caption', '30px', 'bold', 'var(--font)', '', 'wide 30px Inter'])('%j is no shorthand', (font) => {
  expect(expandFont(font)).toBeUndefined();
});

it('is written as its properties, from a style sheet too', () => {
  const css = '.a { font: bold 30px/1 Inter !important; color: red } .b { font: inherit }';
  const { root } = resolveStyles(
    box({}, h('style', {}, css), h('p', { className: 'a', style: { fontSize: 12 } }), h('p', { className: 'b' })),
    { width: 1200, height: 630 },
  );
  const [a, b] = root.children.slice(1) as Resolved[];

  expect(a?.specified).toMatchObject({ fontWeight: 'bold', lineHeight: 1, fontSize: 30, fontFamily: 'Inter' });
  expect(b?.specified).toMatchObject({ fontSize: 'inherit', fontFamily: 'inherit' });
});
