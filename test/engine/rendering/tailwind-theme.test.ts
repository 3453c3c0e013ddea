import { describe, expect, it } from 'vitest';
import { resolveSheet, type Unread } from '#engine/styles/tailwind/sheet.ts';
import { readTheme, themeLimits } from '#engine/styles/tailwind/theme.ts';
import { readUtilities } from '#engine/styles/tailwind/utilities.ts';

const css = `@import "tailwindcss";
:root { --background: #fef3c7; }
@theme inline {
  --color-page: var(--background); --color-brand: #7c3aed; --color-red-500: #900; --color-*: initial;
  --font-display: "Playfair Display", serif; --font-weight-heavy: 850;
  --text-hero: 4rem; --text-hero--line-height: 1.1; --text-xl: 2rem;
  --spacing: 5px; --spacing-gutter: 3rem; --container-page: 60rem; --radius-card: 24px; --radius: 9px;
  --shadow-card: 0 10px 30px rgba(0, 0, 0, 0.4); --leading-airy: 1.9; --tracking-far: 0.3em; --aspect-wide: 2 / 1;
  --breakpoint-poster: 900px; --background-image-dawn: linear-gradient(red, blue); --blur-soft: 3px;
  @keyframes spin { to { --color-never: red } }
}`;
const theme = readTheme(css);
const getStyle = (classes: string, width = 1200) => readUtilities(classes, width, theme).style;

it.each([
  ['bg-brand', { backgroundColor: '#7c3aed' }],
  ['bg-page', { backgroundColor: '#fef3c7' }],
  ['text-brand/50', { color: 'rgba(124, 58, 237, 0.5)' }],
  ['text-red-500', { color: '#900' }],
  ['border-t-brand', { borderTopColor: '#7c3aed' }],
  ['fill-brand', { fill: '#7c3aed' }],
  ['font-display', { fontFamily: '"Playfair Display", serif' }],
  ['font-heavy', { fontWeight: 850 }],
  ['text-hero', { fontSize: '4rem', lineHeight: '1.1' }],
  ['text-hero/none', { fontSize: '4rem', lineHeight: 1 }],
  ['text-xl', { fontSize: '2rem', lineHeight: 1.4 }],
  ['pt-gutter', { paddingTop: '3rem' }],
  ['-mt-gutter', { marginTop: '-3rem' }],
  ['mt-2', { marginTop: '10px' }],
  ['w-1/2', { width: '50%' }],
  ['max-w-page', { maxWidth: '60rem' }],
  ['rounded-tl-card', { borderTopLeftRadius: '24px' }],
  ['rounded-tl', { borderTopLeftRadius: '9px' }],
  ['shadow-card', { boxShadow: '0 10px 30px rgba(0, 0, 0, 0.4)' }],
  ['leading-airy', { lineHeight: 1.9 }],
  ['tracking-far', { letterSpacing: '0.3em' }],
  ['aspect-wide', { aspectRatio: '2 / 1' }],
  ['bg-dawn', { backgroundImage: 'linear-gradient(red, blue)' }],
  ['blur-soft', { filter: 'blur(3px)' }],
  ['bg-[#fff]', { backgroundColor: '#fff' }],
  ['poster:bg-brand', { backgroundColor: '#7c3aed' }],
  ['bg-never', {}],
])('the classes %s name tokens', (classes, style) => {
  expect(getStyle(classes)).toEqual(style);
});

describe('readTheme', () => {
  it('follows tokens as far as they are short', () => {
    const doubling = Array.from(
      { length: 30 },
      (_, at) => `--color-a${at}: var(--color-a${at + 1}) var(--color-a${at + 1});`,
    );
    const [first] = readTheme(`@theme { ${doubling.join('')} --color-loop: var(--color-loop) }`).values();
    expect(first?.length).toBeLessThanOrEqual(themeLimits.characters);
  });

  it('takes no more and no longer tokens than classes may multiply', () => {
    const many = Array.from({ length: themeLimits.tokens + 5 }, (_, at) => `--color-c${at}: red;`).join('');
    expect(readTheme(`@theme { --color-long: ${'x'.repeat(themeLimits.characters + 1)}; ${many} }`).size).toBe(
      themeLimits.tokens,
    );
  });
});

const unreadIn = (sheet: string) => {
  const unread: Unread[] = [];
  resolveSheet(sheet, { width: 1200, theme, report: (one) => unread.push(one) });
  return unread.map(({ message }) => message);
};

describe('resolveSheet', () => {
  it.each([
    ['@theme { --color-a: red }', ':root { --color-a: red }'],
    ['@theme inline{--a:1}', ':root {--a:1}'],
    ['@utility card-1 { color: red }', '.card-1 { color: red }'],
    [
      '.a { @apply p-1 font-bold; top: 0 }',
      '.a { padding-top: 5px; padding-right: 5px; padding-bottom: 5px; padding-left: 5px; font-weight: 700; top: 0 }',
    ],
    ['.a { @apply bg-brand }', '.a { background-color: #7c3aed}'],
    ['.a { @apply md:bg-[url(a;b)] left-0; }', '.a { background-image: url(a;b); left: 0px; }'],
    ['@tailwind base; @source "x"; p { top: 0 }', '; ; p { top: 0 }'],
    ['@media (min-width: 1px) { p { top: 0 } }', '@media (min-width: 1px) { p { top: 0 } }'],
    ['@layer components { .b { top: 0 } } /* @theme */', '@layer components { .b { top: 0 } } /* @theme */'],
  ])('%s', (sheet, plain) => {
    expect(resolveSheet(sheet, { width: 1200, theme })).toBe(plain);
  });

  it.each([
    ['.a { @apply p-1 nonesuch }', 'nonesuch: @apply takes only utility classes that style the element itself.'],
    [
      '.a { @apply space-x-4 }',
      'The space and lines between children: @apply takes only utility classes that style the element itself.',
    ],
    ['@utility tab-* { tab-size: 4 }', '@utility tab-* is not read: only a plain name is.'],
    ['@plugin "x";', '@plugin has no effect: nothing is loaded or compiled here.'],
  ])('reports %s', (sheet, message) => {
    expect(unreadIn(sheet)).toEqual([message]);
  });

  it('does not multiply what a token holds', () => {
    const sheet = `.a { ${'@apply p-gutter;'.repeat(10_000)} }`;
    expect(resolveSheet(sheet, { width: 1200, theme }).length).toBeLessThan(400_000);
    expect(unreadIn(sheet)).toHaveLength(1);
  });
});
