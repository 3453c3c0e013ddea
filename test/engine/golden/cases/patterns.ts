import type { GoldenCase } from '../case.ts';
import { box, boxCase, element, full, h } from '../element.ts';

const page = `${full}; display: flex; flex-wrap: wrap; align-content: flex-start; gap: 20; padding: 20`;
const tile = 'width: 137; height: 123';
const portrait =
  'data:image/svg+xml;base64,' +
  btoa(
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><path fill="#fde68a" d="M0 0h120v120H0z"/>' +
      '<circle cx="60" cy="48" r="24" fill="#b45309"/><path fill="#b45309" d="M10 120a50 44 0 0 1 100 0z"/></svg>',
  );
const card = 'display: flex; background: #f1f5f9; padding: 10';
const sunset = 'linear-gradient(120deg, #e11d48, #f59e0b 40%, #3f7a66 70%, #222244)';

const dots = (backgroundImage: string, backgroundSize = '') =>
  box(`${tile}; background-image: ${backgroundImage}; ${backgroundSize && `background-size: ${backgroundSize}`}`);

export const patternCases: readonly GoldenCase[] = [
  boxCase(
    'dots',
    `${page}; background: #1e293b`,
    dots('radial-gradient(circle, #fff 2px, transparent 2px)', '24px 24px'),
    dots('radial-gradient(#fff 15%, transparent 16%)', '24px 24px'),
    dots('radial-gradient(#f472b6 4px, transparent 0)', '32px 16px'),
    dots('radial-gradient(circle at 1px 1px, #94a3b8 1px, transparent 0)', '20px 20px'),
    dots(
      'radial-gradient(circle at 25px 25px, lightgray 2%, transparent 0%), radial-gradient(circle at 75px 75px, lightgray 2%, transparent 0%)',
      '100px 100px',
    ),
    box(`${tile}; background: radial-gradient(circle closest-side, #38bdf8 4px, #0369a1 8px) 0 0 / 30px 30px`),
    dots('radial-gradient(circle at 20% 30%, #a78bfa, transparent 90px)'),
    dots('radial-gradient(60px circle at right bottom, #34d399 20px, transparent 60px)'),
    dots('radial-gradient(ellipse at top, #fbbf24 20px, transparent 80px)'),
    dots('radial-gradient(closest-side, #f87171 30px, transparent)'),
  ),
  {
    name: 'pictures-in-rows',
    options: { height: 240 },
    tree: box(
      `${page}; background: #f1f5f9`,
      [
        h('img', { src: portrait, style: 'width: 96; height: 96; border-radius: 48' }),
        h('img', { src: portrait, width: 96, height: 96 }),
        h('img', { src: portrait, width: 96, height: 96, style: 'min-width: 0' }),
        h('svg', { width: 96, height: 96, viewBox: '0 0 10 10' }, h('circle', { cx: 5, cy: 5, r: 5, fill: '#2563eb' })),
      ].map((image) =>
        box(
          'display: flex; width: 170; gap: 10; align-items: center; background: #fff',
          image,
          box('width: 160; height: 60; background: #cbd5e1'),
        ),
      ),
    ),
  },
  boxCase(
    'filters',
    page,
    [
      'saturate(2.5)',
      'saturate(30%)',
      'hue-rotate(90deg) saturate(180%)',
      'brightness(1.4)',
      'contrast(2)',
      'grayscale(50%) contrast(120%)',
      'sepia(0.8)',
      'invert(1)',
      'blur(6px)',
      'opacity(0.4)',
    ].map((filter) => box(`${tile}; background: ${sunset}; filter: ${filter}`)),
  ),
  {
    name: 'texts-in-columns',
    options: { height: 300 },
    tree: element(`
      <div style="${page}; background: #fff; font-size: 18; line-height: 24px; color: #0f172a">
        <div style="${card}; text-align: center">Two lines<br/>of one item</div>
        <div style="${card}; flex-direction: column">First<br/>second<b>an item of its own</b>third</div>
        <div style="${card}; flex-direction: column; align-items: flex-start; width: 300"><div style="display: flex;
          flex-direction: column; background: #cbd5e1"><div style="">A heading as wide as can
          be</div><div style="max-width: 66%">Two thirds of that are left for this text, which takes more
          lines</div></div>below</div>
        <svg width="80" height="80" viewBox="0 0 10 10" style="fill: #fde68a; stroke: #b45309; stroke-width: 1">
          <circle cx="5" cy="5" r="4"/>
        </svg>
      </div>
    `),
  },
];
