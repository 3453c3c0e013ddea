import type { GoldenCase } from '../case.ts';
import { box, boxCase, full, h, html } from '../element.ts';

const page = `${full}; display: flex; flex-wrap: wrap; gap: 20; padding: 24; align-content: flex-start`;
const tile = 'width: 170; height: 120; display: flex; align-items: center; justify-content: center; font-size: 14';

export const paintCases: readonly GoldenCase[] = [
  boxCase(
    'gradients',
    `${page}; background: #f8fafc`,
    [
      'linear-gradient(90deg, #f97316, #db2777)',
      'linear-gradient(to bottom right, #0ea5e9 0%, #0ea5e9 30%, #22c55e 30%, #22c55e 60%, #eab308)',
      'linear-gradient(\n    45deg,\n    rgba(255,0,0,.8),\n    transparent 70%\n  ), #0f172a',
      'radial-gradient(circle at 30% 30%, #fef08a, #ca8a04 60%, #451a03)',
      'radial-gradient(ellipse at top, #a5b4fc, transparent), #312e81',
      'conic-gradient(from 45deg, #ef4444, #eab308, #22c55e, #3b82f6, #ef4444)',
      'repeating-linear-gradient(45deg, #e2e8f0 0 10px, #cbd5e1 10px 20px)',
      'repeating-radial-gradient(circle, #fca5a5 0 6px, #fff 6px 12px)',
      'linear-gradient(in oklch, #2563eb, #f43f5e)',
    ].map((background) => box(`${tile}; border-radius: 12; background: ${background}`)),
    box(
      `font-size: 56; font-weight: 800; background-image: linear-gradient(90deg,#7c3aed,#ec4899);
        background-clip: text; color: transparent`,
      'Gradient text',
    ),
  ),
  boxCase(
    'shadows',
    `${page}; background: #f1f5f9; gap: 36; padding: 36`,
    [
      '0 1px 3px rgba(0,0,0,.3)',
      '0 10px 25px -5px rgba(0,0,0,.3)',
      '0 25px 50px -12px rgba(0,0,0,.5)',
      'inset 0 2px 8px rgba(0,0,0,.5)',
      '0 0 0 4px #2563eb',
      '8px 8px 0 #f43f5e, -8px -8px 0 #22c55e',
      '0 0 40px 10px rgba(59,130,246,.6)',
    ].map((boxShadow) =>
      box(`${tile}; width: 150; height: 90; background: white; border-radius: 16; box-shadow: ${boxShadow}`),
    ),
    html(`
      <div style="font-size: 40; font-weight: 800; text-shadow: 2px 2px 6px rgba(0,0,0,.5)">Text shadow</div>
      <div style="${tile}; width: 150; height: 90; background: #8b5cf6;
        filter: drop-shadow(0 8px 8px rgba(76,29,149,.6)); color: white">drop-shadow</div>
    `),
  ),
  boxCase(
    'borders',
    `${page}; background: white`,
    html(`
      <div style="${tile}; border: 2px solid #0f172a">solid</div>
      <div style="${tile}; border: 6px dashed #2563eb; border-radius: 12">dashed</div>
      <div style="${tile}; border: 6px dotted #dc2626">dotted</div>
      <div style="${tile}; border: 8px double #16a34a">double</div>
      <div style="${tile}; border-width: 2px 8px 12px 4px; border-style: solid;
        border-color: #0ea5e9 #f97316 #84cc16 #a855f7">four</div>
      <div style="${tile}; border-radius: 40px 10px 60px 0; background: #fde68a;
        border: 3px solid #b45309">radius</div>
      <div style="${tile}; width: 120; border-radius: 50%; background: #bfdbfe; outline: 4px solid #1d4ed8;
        outline-offset: 4">circle</div>
      <div style="${tile}; border-left: 10px solid #f43f5e; background: #fff1f2">left</div>
    `),
  ),
  boxCase(
    'stacking',
    `${full}; position: relative; background: #0f172a`,
    box('position: absolute; top: 40; left: 40; width: 260; height: 260; background: #ef4444; z-index: 3'),
    box('position: absolute; top: 90; left: 130; width: 260; height: 260; background: #22c55e; z-index: 1'),
    box(
      'position: absolute; top: 140; left: 220; width: 260; height: 260; background: #3b82f6; z-index: 2; opacity: 0.8',
    ),
    box(
      `position: absolute; inset: 20px 20px auto auto; width: 200; height: 100; background: #eab308;
        transform: rotate(12deg) scale(1.1); display: flex; align-items: center; justify-content: center;
        font-size: 24`,
      'rotated',
    ),
    box(
      `position: absolute; bottom: 30; right: 40; width: 220; height: 120; overflow: hidden; border-radius: 24;
        background: #334155`,
      box(
        `width: 200; height: 200; border-radius: 50%; background: #f472b6; margin-left: 100; margin-top: -40;
          opacity: 0.7`,
      ),
    ),
    box(
      `position: absolute; left: 520; top: 200; font-size: 32; color: white; mix-blend-mode: difference;
        transform: skewX(-12deg)`,
      'skewed',
    ),
    box('position: absolute; left: 500; top: 260; width: 120; height: 60; background: #38bdf8; filter: blur(6px)'),
  ),
  boxCase(
    'inline-svg',
    `${page}; background: white; color: #7c3aed`,
    html(`
      <svg width="160" height="160" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M12 2l3.09 6.26L22 9.27l-5 4.87 1.18 6.88L12 17.77l-6.18 3.25L7 14.14 2 9.27l6.91-1.01L12 2z"/>
      </svg>
    `),
    h(
      'svg',
      { width: 160, height: 160, viewBox: '0 0 100 100' },
      h(
        'defs',
        {},
        h(
          'linearGradient',
          { id: 'g', x1: 0, y1: 0, x2: 1, y2: 1 },
          h('stop', { offset: '0', stopColor: '#f97316' }),
          h('stop', { offset: '1', stopColor: '#db2777' }),
        ),
        h('clipPath', { id: 'c' }, h('circle', { cx: 50, cy: 50, r: 45 })),
      ),
      h('rect', { width: 100, height: 100, fill: 'url(#g)', clipPath: 'url(#c)' }),
      h(
        'g',
        { opacity: 0.6, transform: 'translate(20 20) rotate(10)' },
        h('rect', { width: 40, height: 20, rx: 4, fill: 'white' }),
      ),
    ),
    html(`
      <svg width="160" height="160" viewBox="0 0 100 100">
        <defs>
          <pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse">
            <circle cx="5" cy="5" r="3" fill="#0ea5e9"/>
          </pattern>
          <circle id="dot" r="8" fill="#ef4444"/>
        </defs>
        <rect width="100" height="100" fill="url(#p)"/>
        <use href="#dot" x="30" y="50"/>
        <use xlinkHref="#dot" x="70" y="50"/>
      </svg>
      <svg width="160" height="160" viewBox="0 0 100 100" style="background: #e2e8f0">
        <mask id="m"><rect width="100" height="100" fill="white"/><circle cx="50" cy="50" r="25" fill="black"/></mask>
        <rect x="10" y="10" width="80" height="80" rx="10" fill="#16a34a" mask="url(#m)"/>
      </svg>
    `),
  ),
];
