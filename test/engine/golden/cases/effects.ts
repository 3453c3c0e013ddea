import type { GoldenCase } from '../case.ts';
import { box, getPages, h, html } from '../element.ts';
import { dataUri, sampleImages } from '../sample-images.ts';

const portrait = dataUri('image/png', sampleImages.png);
const row = getPages(
  'flex-wrap: wrap; align-items: center; justify-content: space-around; padding: 24; background: white',
);
const square = (style: string, text = '') =>
  box(
    `width: 110; height: 110; background: #6366f1; color: white; display: flex; align-items: center;
      justify-content: center; font-size: 15; ${style}`,
    text,
  );

export const effectCases: readonly GoldenCase[] = [
  row(
    'transforms',
    '',
    square('transform: rotate(15deg)', 'rotate'),
    square('transform: scale(0.7, 1.1)', 'scale'),
    square('transform: skewX(-12deg)', 'skew'),
    square('transform: translate(10px, -20px) rotate(-8deg); transform-origin: top left', 'both'),
  ),
  row(
    'picture-filters',
    '',
    ...['blur(3px)', 'grayscale(1)', 'brightness(1.4)', 'drop-shadow(4px 6px 3px rgba(0,0,0,0.5))'].map((filter) =>
      h('img', { src: portrait, width: 120, height: 90, style: `filter: ${filter}` }),
    ),
  ),
  row(
    'masks',
    'background: #0f172a',
    square('mask-image: linear-gradient(to right, black, transparent)'),
    square('mask-image: radial-gradient(circle, black 50%, transparent 51%)'),
    square('clip-path: polygon(50% 0%, 100% 100%, 0% 100%)'),
    square('clip-path: circle(40%)'),
  ),
  row(
    'conic-gradients',
    '',
    square('background: conic-gradient(#ef4444 0 25%, #f59e0b 0 60%, #10b981 0); border-radius: 50%'),
    square('background: conic-gradient(from 90deg at 30% 30%, #6366f1, #ec4899)'),
    square('background: repeating-conic-gradient(#0f172a 0 15deg, #e2e8f0 0 30deg)'),
  ),
  row(
    'layers',
    'position: relative',
    square('position: absolute; left: 60; top: 60; z-index: 3', 'three'),
    square('position: absolute; left: 120; top: 90; z-index: 1; background: #f59e0b', 'one'),
    square('position: absolute; left: 180; top: 120; z-index: 2; background: #10b981', 'two'),
    square('position: absolute; right: 60; top: 100; opacity: 0.5', 'half'),
  ),
  row(
    'custom-properties',
    '--accent: #e11d48; --gap: 18px; --round: 22px; gap: var(--gap)',
    square('background: var(--accent); border-radius: var(--round)', 'accent'),
    square('background: var(--missing, #0ea5e9)', 'fallback'),
    square(
      'background: white; color: var(--accent); border: 2px solid var(--accent); width: calc(100px + var(--gap))',
      'calc',
    ),
  ),
  row(
    'box-shadows',
    'background: #f8fafc',
    square('background: white; box-shadow: 0 10px 15px -3px rgba(0,0,0,0.2)'),
    square('background: white; box-shadow: inset 0 0 18px #6366f1; border-radius: 20'),
    square('background: white; box-shadow: 0 0 0 4px #6366f1, 0 0 0 8px #c7d2fe; border-radius: 55'),
  ),
  row(
    'overflow',
    '',
    square('overflow: hidden; border-radius: 24; justify-content: flex-start', 'A long text that leaves'),
    box(
      'width: 160; height: 110; overflow: hidden; border-radius: 50%; display: flex',
      h('img', { src: portrait, width: 160, height: 110 }),
    ),
    box(
      'width: 120; height: 80; background: #e2e8f0',
      box('width: 160; height: 50; background: #6366f1; opacity: 0.6'),
    ),
  ),
  row(
    'background-images',
    '',
    square(
      `background-image: url(${portrait}); background-size: contain; background-repeat: no-repeat;
        background-position: center`,
    ),
    square(`background-image: url(${portrait}); background-size: 40px 25px`),
    square('background: radial-gradient(#c7d2fe 20%, transparent 21%); background-size: 16px 16px'),
    square(
      `background-image: linear-gradient(45deg, #111827 25%, transparent 25%, transparent 75%, #111827 75%);
        background-size: 20px 20px; background-color: #9ca3af`,
    ),
  ),
  row(
    'icons',
    '',
    html(`
      <svg width="80" height="80" viewBox="0 0 24 24" fill="#f59e0b">
        <path d="M12 2l3 7h7l-5.5 4.5L18.500 21 12 16.500 5.500 21l2-7.500L2 9h7z"/>
      </svg>
      <svg width="80" height="80" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" style="color: #0ea5e9">
        <circle cx="12" cy="12" r="9"/>
        <path d="M12 7v5l3 3" strokeLinecap="round"/>
      </svg>
      <svg width="80" height="80" viewBox="0 0 80 80">
        <defs>
          <linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
            <stop offset="0%" stopColor="#22c55e"/>
            <stop offset="100%" stopColor="#3b82f6"/>
          </linearGradient>
        </defs>
        <rect width="80" height="80" rx="18" fill="url(#g)"/>
      </svg>
    `),
  ),
];
