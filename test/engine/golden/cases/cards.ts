import type { GoldenCase } from '../case.ts';
import { box, full, html } from '../element.ts';
import { dataUri, sampleImages } from '../sample-images.ts';

const article = box(
  `${full}; display: flex; flex-direction: column; justify-content: space-between; padding: 72;
    background: linear-gradient(135deg, #0f172a 0%, #1e3a8a 60%, #7c3aed 100%); color: white; font-family: Inter`,
  html(`
    <div style="display: flex; align-items: center; gap: 16; font-size: 26; color: #93c5fd"><div style="width: 44;
      height: 44; border-radius: 12; background: #38bdf8;
      box-shadow: 0 8px 24px rgba(56,189,248,.5)"/>Engineering</div>
    <div style="font-size: 68; font-weight: 800; line-height: 1.1; letter-spacing: -2">Designing resilient queues:
      what a year of backpressure taught us</div>
    <div style="display: flex; align-items: center; gap: 20; font-size: 26">
      <img src="${dataUri('image/jpeg', sampleImages.jpeg)}" width="72" height="72" style="border-radius: 50%;
        object-fit: cover"/>
      <div style="display: flex; flex-direction: column">
        <div style="font-weight: 600">Marta Lindqvist</div>
        <div style="color: #cbd5e1; font-size: 22">12 May · 8 min read</div>
      </div>
    </div>
  `),
);

const transparent = box(
  'margin: 40; padding: 40; border-radius: 40; background: rgba(220,38,38,.5); color: white; font-size: 48',
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
  { name: 'one-pixel', tree: box('width: 1; height: 1; background: red'), options: { width: 1, height: 1 } },
];
