import type { GoldenCase } from '../case.ts';
import { box, full, h } from '../element.ts';
import { dataUri, sampleImages } from '../sample-images.ts';

const article = box(
  {
    ...full,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    padding: 72,
    background: 'linear-gradient(135deg, #0f172a 0%, #1e3a8a 60%, #7c3aed 100%)',
    color: 'white',
    fontFamily: 'Inter',
  },
  box(
    { display: 'flex', alignItems: 'center', gap: 16, fontSize: 26, color: '#93c5fd' },
    box({
      width: 44,
      height: 44,
      borderRadius: 12,
      background: '#38bdf8',
      boxShadow: '0 8px 24px rgba(56,189,248,.5)',
    }),
    'Engineering',
  ),
  box(
    { fontSize: 68, fontWeight: 800, lineHeight: 1.1, letterSpacing: -2 },
    'Designing resilient queues: what a year of backpressure taught us',
  ),
  box(
    { display: 'flex', alignItems: 'center', gap: 20, fontSize: 26 },
    h('img', {
      src: dataUri('image/jpeg', sampleImages.jpeg),
      width: 72,
      height: 72,
      style: { borderRadius: '50%', objectFit: 'cover' },
    }),
    box(
      { display: 'flex', flexDirection: 'column' },
      box({ fontWeight: 600 }, 'Marta Lindqvist'),
      box({ color: '#cbd5e1', fontSize: 22 }, '12 May · 8 min read'),
    ),
  ),
);

const transparent = box(
  { margin: 40, padding: 40, borderRadius: 40, background: 'rgba(220,38,38,.5)', color: 'white', fontSize: 48 },
  'Half transparent',
);

export const cardCases: readonly GoldenCase[] = [
  { name: 'card-png', tree: article, options: { width: 1200, height: 630 } },
  { name: 'card-webp', tree: article, options: { width: 1200, height: 630, format: 'webp' } },
  {
    name: 'card-jpeg-dense',
    tree: article,
    options: { width: 600, height: 315, format: 'jpeg', quality: 90, devicePixelRatio: 2 },
  },
  { name: 'transparent-png', tree: transparent, options: { width: 600, height: 200 } },
  { name: 'transparent-webp', tree: transparent, options: { width: 600, height: 200, format: 'webp' } },
  { name: 'transparent-jpeg', tree: transparent, options: { width: 600, height: 200, format: 'jpeg' } },
  { name: 'one-pixel', tree: box({ width: 1, height: 1, background: 'red' }), options: { width: 1, height: 1 } },
];
