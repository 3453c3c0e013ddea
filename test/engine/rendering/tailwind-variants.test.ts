import { describe, expect, it } from 'vitest';
import { noTheme } from '#engine/styles/tailwind/theme.ts';
import { readUtilities } from '#engine/styles/tailwind/utilities.ts';
import { type Place, resolveVariant } from '#engine/styles/tailwind/variants.ts';

const at = (index: number, count = 4): Place => ({
  ...{ index, count, isEmpty: false },
  ...{ indexOfType: index, countOfType: count },
});
const applying = (variant: string) =>
  [1, 2, 3, 4].filter(
    (index) => resolveVariant(variant, { width: 1200, theme: noTheme, place: at(index) }) === 'applies',
  );

describe('a variant applies to the children', () => {
  it.each([
    ['first', [1]],
    ['last', [4]],
    ['odd', [1, 3]],
    ['even', [2, 4]],
    ['only', []],
    ['not-first', [2, 3, 4]],
    ['not-last', [1, 2, 3]],
    ['nth-3', [3]],
    ['nth-last-2', [3]],
    ['nth-[2n+1]', [1, 3]],
    ['nth-[-n+2]', [1, 2]],
    ['nth-[even]', [2, 4]],
    ['nth-of-type-2', [2]],
    ['md', [1, 2, 3, 4]],
    ['max-md', []],
    ['min-[1300px]', []],
    ['max-[80rem]', [1, 2, 3, 4]],
    ['motion-safe', [1, 2, 3, 4]],
    ['not-hover', [1, 2, 3, 4]],
    ['hover', []],
    ['dark', []],
  ])('%s: %j', (variant, expected) => {
    expect(applying(variant)).toEqual(expected);
  });
});

it.each(['frist', 'nth-[x]', 'constructor', 'not-frist', '2xs'])('%s is unknown', (variant) => {
  expect(resolveVariant(variant, { width: 1200, theme: noTheme, place: at(1) })).toBe('unknown');
});

it('a class with a variant of a state has no effect, one with an unknown variant is unknown', () => {
  expect(readUtilities('hover:p-4 odd:p-2 frist:p-8 group-hover:m-2', 1200, noTheme, at(1))).toMatchObject({
    style: { paddingTop: 8 },
    unknown: ['frist:p-8'],
    idle: ['hover:p-4', 'group-hover:m-2'],
  });
});

it.each([
  ['text-[28px]/[1.1]', { fontSize: '28px', lineHeight: 1.1 }],
  ['text-xl/8', { fontSize: 20, lineHeight: '32px' }],
  ['-col-start-2', { gridColumnStart: '-2' }],
  ['-row-end-1', { gridRowEnd: '-1' }],
  ['-outline-offset-2', { outlineOffset: -2 }],
  ['-underline-offset-4', { textUnderlineOffset: -4 }],
  ['rotate-x-45', { transform: 'rotateX(45deg)' }],
  ['-rotate-y-45', { transform: 'rotateY(-45deg)' }],
  ['rounded-[10px_40px]', { borderRadius: '10px 40px' }],
  ['order-first', { order: -9999 }],
  ['start-4', { insetInlineStart: 16 }],
  ['text-shadow-xs', { textShadow: '0 1px 1px rgba(0, 0, 0, 0.2)' }],
  ['inset-shadow-sm shadow-none', { boxShadow: 'inset 0 2px 4px rgba(0, 0, 0, 0.05)' }],
  ['bg-radial from-black to-white', { backgroundImage: 'radial-gradient(in oklab, #000000, #ffffff)' }],
  [
    'bg-conic-90/oklch from-black to-white',
    { backgroundImage: 'conic-gradient(from 90deg in oklch, #000000, #ffffff)' },
  ],
  ['-bg-linear-45 from-black to-white', { backgroundImage: 'linear-gradient(-45deg in oklab, #000000, #ffffff)' }],
  [
    'bg-linear-to-r/longer from-black to-white',
    { backgroundImage: 'linear-gradient(to right in oklch longer hue, #000000, #ffffff)' },
  ],
  ['w-(--x) bg-(--c)', { width: 'var(--x)', backgroundColor: 'var(--c)' }],
  ['border-s-2 border-e-red-500', { borderInlineStartWidth: 2, borderInlineEndColor: '#fb2c36' }],
  ['rounded-s-lg', { borderStartStartRadius: 8, borderEndStartRadius: 8 }],
  ['start-4 -end-2 mbs-1', { insetInlineStart: 16, insetInlineEnd: -8, marginBlockStart: 4 }],
  ['ring-2 ring-offset-4 ring-white', { boxShadow: '0 0 0 4px #fff, 0 0 0 calc(2px + 4px) #ffffff' }],
  ['inset-ring-2 inset-ring-red-500', { boxShadow: 'inset 0 0 0 2px #fb2c36' }],
  ['shadow-lg/50', { boxShadow: '0 10px 15px -3px rgba(0, 0, 0, 0.5), 0 4px 6px -4px rgba(0, 0, 0, 0.5)' }],
  ['shadow-[0_0_4px_#000] shadow-red-500', { boxShadow: '0 0 4px #fb2c36' }],
  ['shadow-none shadow-red-500', { boxShadow: 'none' }],
  ['inset-shadow-sm inset-shadow-white', { boxShadow: 'inset 0 2px 4px #ffffff' }],
  ['text-shadow-xs text-shadow-red-500', { textShadow: '0 1px 1px #fb2c36' }],
  ['drop-shadow-2xl drop-shadow-red-500', { filter: 'drop-shadow(0 25px 25px #fb2c36)' }],
  ['blur-lg blur-none brightness-50', { filter: 'brightness(50%)' }],
  ['tabular-nums slashed-zero proportional-nums', { fontVariantNumeric: 'proportional-nums slashed-zero' }],
  ['tabular-nums normal-nums', { fontVariantNumeric: 'normal' }],
  ['mask-b-from-20%', { maskImage: 'linear-gradient(to bottom, black 20%, transparent 100%)' }],
  ['mask-linear-45 mask-linear-to-10', { maskImage: 'linear-gradient(45deg, black 0%, transparent 40px)' }],
  [
    'mask-x-from-80%',
    { maskImage: 'linear-gradient(to right, transparent 0%, black 20%, black 80%, transparent 100%)' },
  ],
  [
    'mask-circle mask-radial-at-top mask-radial-from-50%',
    { maskImage: 'radial-gradient(circle farthest-corner at top, black 50%, transparent 100%)' },
  ],
  [
    'mask-b-from-20% mask-radial-from-50%',
    {
      maskImage:
        'linear-gradient(to bottom, black 20%, transparent 100%), radial-gradient(ellipse farthest-corner at center, black 50%, transparent 100%)',
      maskComposite: 'intersect',
    },
  ],
  ['backdrop-blur-lg backdrop-opacity-50', { backdropFilter: 'blur(16px) opacity(0.5)' }],
])('%s is read', (classes, style) => {
  expect(readUtilities(classes, 1200)).toMatchObject({ style, unknown: [], idle: [] });
});

it.each([
  'divide-x-constructor',
  'mask-b-from-constructor',
  'ring-offset-constructor',
  'shadow-constructor',
  'bg-linear-45/rgb',
  '[&>p]:mt-2',
  'text-[28px]x[2]',
])('%s is reported', (name) => {
  expect(readUtilities(name, 1200)).toMatchObject({ style: {}, unknown: [name] });
});

it('before: and after: style boxes of their own, with content', () => {
  const { style, before, after } = readUtilities("before:content-['\\201C'] before:text-xl after:absolute p-1", 1200);
  expect(style).toEqual({ paddingTop: 4, paddingRight: 4, paddingBottom: 4, paddingLeft: 4 });
  expect(before).toMatchObject({ content: "'\\201C'", fontSize: 20 });
  expect(after).toEqual({ content: '""', position: 'absolute' });
});

it('the space and the lines between children turn with -reverse', () => {
  expect(
    readUtilities('space-x-4 space-x-reverse divide-y divide-y-reverse divide-dashed', 1200).betweenChildren,
  ).toEqual({
    marginLeft: 16,
    borderTopWidth: 1,
    borderTopStyle: 'dashed',
  });
});
