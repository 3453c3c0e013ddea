import { describe, expect, it } from 'vitest';
import { lintDeclaration } from '#engine/lint/tree/declarations.ts';
import { fixedUtilities } from '#engine/styles/tailwind/fixed.ts';
import { readUtilities } from '#engine/styles/tailwind/utilities.ts';

const getStyle = (classes: string, width = 1200) => readUtilities(classes, width).style;

describe('readUtilities', () => {
  it.each([
    ['flex flex-col items-center', { display: 'flex', flexDirection: 'column', alignItems: 'center' }],
    ['p-4 px-2', { paddingTop: 16, paddingBottom: 16, paddingLeft: 8, paddingRight: 8 }],
    ['px-2 p-4', { paddingTop: 16, paddingBottom: 16, paddingLeft: 8, paddingRight: 8 }],
    ['-mt-2 ml-[13px] mr-px', { marginTop: -8, marginLeft: '13px', marginRight: '1px' }],
    ['w-1/2 h-full max-w-2xl', { width: '50%', height: '100%', maxWidth: 672 }],
    ['w-[calc(100%-20px)]', { width: 'calc(100% - 20px)' }],
    ['text-6xl', { fontSize: 60, lineHeight: 1 }],
    ['text-lg/7', { fontSize: 18, lineHeight: '28px' }],
    ['leading-none text-lg', { fontSize: 18, lineHeight: 1 }],
    ['text-[40px]', { fontSize: '40px' }],
    ['text-red-500', { color: '#fb2c36' }],
    ['text-white/50', { color: 'rgba(255, 255, 255, 0.5)' }],
    ['bg-[#123456]', { backgroundColor: '#123456' }],
    ['bg-size-[24px_30px]', { backgroundSize: '24px 30px' }],
    ['bg-position-[10px_20%]', { backgroundPosition: '10px 20%' }],
    ['bg-[url(https://a.example/b_c.png)]', { backgroundImage: 'url(https://a.example/b_c.png)' }],
    ['bg-black bg-opacity-50', { backgroundColor: 'rgba(0, 0, 0, 0.5)' }],
    [
      'bg-gradient-to-r from-red-500 to-[#00f]',
      { backgroundImage: 'linear-gradient(to right in oklab, #fb2c36, #00f)' },
    ],
    [
      'bg-linear-to-b via-white from-10%',
      {
        backgroundImage:
          'linear-gradient(to bottom in oklab, rgba(255, 255, 255, 0) 10%, #ffffff, rgba(255, 255, 255, 0))',
      },
    ],
    ['rotate-45 -translate-y-1/2 scale-110', { transform: 'translateY(-50%) rotate(45deg) scaleX(1.1) scaleY(1.1)' }],
    ['blur-sm grayscale', { filter: 'blur(8px) grayscale(100%)' }],
    ['rounded-t-xl rounded-tl-none', { borderTopLeftRadius: 0, borderTopRightRadius: 12 }],
    ['shadow-2xl shadow-red-500', { boxShadow: '0 25px 50px -12px #fb2c36' }],
    ['ring-2 ring-white', { boxShadow: '0 0 0 2px #ffffff' }],
    [
      'grid-cols-3 col-span-2 gap-4',
      { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gridColumn: 'span 2 / span 2', rowGap: 16, columnGap: 16 },
    ],
    ['truncate', { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }],
    ['auto-rows-fr', { gridAutoRows: 'minmax(0, 1fr)' }],
    ['font-bold font-mono tracking-tight', { fontWeight: 700, fontFamily: 'monospace', letterSpacing: '-0.025em' }],
    ['inset-0 z-10 -left-4', { top: 0, right: 0, bottom: 0, left: -16, zIndex: 10 }],
    ['[mask-type:luminance]', { maskType: 'luminance' }],
    ['!p-2 pt-8', { paddingTop: 8, paddingRight: 8, paddingBottom: 8, paddingLeft: 8 }],
    [
      'border-t-2 border-dashed',
      {
        borderStyle: 'dashed',
        borderTopWidth: 2,
        borderTopStyle: 'solid',
        borderRightWidth: 0,
        borderBottomWidth: 0,
        borderLeftWidth: 0,
      },
    ],
    ['aspect-video object-cover', { aspectRatio: '16 / 9', objectFit: 'cover' }],
  ])('reads %s', (classes, expected) => {
    expect(getStyle(classes)).toEqual(expected);
  });

  it('applies a width prefix from that width of the image on', () => {
    expect(getStyle('md:p-2', 767)).toEqual({});
    expect(getStyle('md:w-4', 768)).toEqual({ width: 16 });
  });

  it('passes over states no image has, and what means nothing in one', () => {
    expect(readUtilities('hover:bg-red-500 dark:text-white antialiased transition', 1200)).toEqual({
      style: {},
      betweenChildren: {},
      unknown: [],
      idle: ['hover:bg-red-500', 'dark:text-white', 'antialiased', 'transition'],
    });
  });

  it('returns the style between children', () => {
    expect(readUtilities('space-x-4 divide-y divide-red-500', 1200).betweenChildren).toEqual({
      marginRight: 16,
      borderBottomWidth: 1,
      borderBottomStyle: 'solid',
      borderColor: '#fb2c36',
    });
  });

  it('names the classes it does not know', () => {
    expect(readUtilities('p-4 card bg-reddish constructor p-toString', 1200).unknown).toEqual([
      'card',
      'bg-reddish',
      'constructor',
      'p-toString',
    ]);
  });
});

it.each([...fixedUtilities])('%s has declarations that CSS knows', (_name, style) => {
  const codes = Object.entries(style).map(([name, value]) => lintDeclaration(name, value, 'takumi')?.code ?? 'known');
  expect(codes.filter((code) => code.startsWith('unknown'))).toEqual([]);
  expect(codes).not.toEqual([]);
});
