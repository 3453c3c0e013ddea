import type { GoldenCase } from '../case.ts';
import { box, getPages, h, html, styled } from '../element.ts';
import { dataUri, sampleImages } from '../sample-images.ts';

const portrait = dataUri('image/png', sampleImages.png);
const card = getPages('flex-direction: column');
const avatar = (size: number, style = '') =>
  h('img', { src: portrait, width: size, height: size, style: `border-radius: 50%; object-fit: cover; ${style}` });
const tag = (text: string, color: string) =>
  styled(
    'span',
    `padding: 4px 12px; border-radius: 999; background: ${color}22; color: ${color}; font-size: 14; font-weight: 600`,
    text,
  );

export const socialCases: readonly GoldenCase[] = [
  card(
    'blog-post',
    'padding: 40; background: #0b1020; color: white; justify-content: space-between',
    box('display: flex; gap: 8', tag('TypeScript', '#60a5fa'), tag('Testing', '#34d399')),
    html(`
      <h1 style="font-size: 40; line-height: 1.15; margin: 0; letter-spacing: -0.02em">What we learned from a year of
        property tests</h1>
    `),
    box(
      'display: flex; align-items: center; gap: 12; font-size: 16; color: #94a3b8',
      avatar(40),
      h('span', {}, 'Ana Fischer'),
      h('span', {}, '·'),
      h('span', {}, '7 min read'),
    ),
  ),
  card(
    'repository',
    'padding: 36; background: white; color: #1f2328; border-bottom: 12px solid #3178c6',
    box('font-size: 34', 'octo/', h('b', {}, 'image-service')),
    box(
      'margin-top: 12; font-size: 18; color: #59636e; line-height: 1.4',
      'Signed image URLs from templates, drawn once and cached for good.',
    ),
    box(
      'margin-top: auto; display: flex; gap: 40; font-size: 15',
      ['42 Contributors', '128 Issues', '3.4k Stars'].map((text) => {
        const [count = '', label = ''] = text.split(' ');
        return box('display: flex; flex-direction: column', styled('strong', 'font-size: 20', count), label);
      }),
    ),
  ),
  card(
    'quotation',
    'background: #fef3c7; align-items: center; justify-content: center; padding: 48; position: relative',
    box(
      `position: absolute; top: 8; left: 28; font-size: 140; line-height: 1; color: #fbbf24;
        font-family: Playfair Display`,
      '“',
    ),
    html(`
      <div style="font-family: Playfair Display; font-style: italic; font-size: 30; text-align: center;
        line-height: 1.35">Simplicity is prerequisite for reliability.</div>
      <div style="margin-top: 20; font-size: 15; letter-spacing: 2; text-transform: uppercase; color: #92400e">E. W.
        Dijkstra</div>
    `),
  ),
  card(
    'product',
    'flex-direction: row; background: #f8fafc',
    h('img', { src: portrait, style: 'width: 45%; height: 100%; object-fit: cover' }),
    box(
      'flex: 1; display: flex; flex-direction: column; padding: 32; justify-content: center',
      box('font-size: 13; color: #64748b; text-transform: uppercase; letter-spacing: 0.1em', 'New in'),
      box('font-size: 30; font-weight: 700; margin-top: 6', 'Canvas tote bag'),
      box(
        'display: flex; align-items: baseline; gap: 10; margin-top: 14',
        styled('span', 'font-size: 28; font-weight: 800; color: #be123c', '€ 24.90'),
        styled('span', 'font-size: 18; color: #94a3b8; text-decoration: line-through', '€ 39'),
      ),
      box(
        `margin-top: 18; align-self: flex-start; padding: 10px 22px; background: #0f172a; color: white;
          border-radius: 8; font-size: 16`,
        'Buy now',
      ),
    ),
  ),
  card(
    'event',
    'background: linear-gradient(135deg, #4f46e5, #db2777); color: white; padding: 36',
    box(
      'display: flex; gap: 20; align-items: center',
      box(
        `width: 84; border-radius: 12; overflow: hidden; background: white; color: #0f172a; display: flex;
          flex-direction: column; text-align: center; box-shadow: 0 8px 24px rgba(0,0,0,0.3)`,
        box('background: #ef4444; color: white; font-size: 14; padding: 4px 0; font-weight: 700', 'OCT'),
        box('font-size: 40; font-weight: 800; line-height: 56px', '17'),
      ),
      box(
        'display: flex; flex-direction: column',
        box('font-size: 36; font-weight: 800', 'Frontend Night'),
        box('font-size: 18; opacity: 0.85', 'Hamburg, 19:00'),
      ),
    ),
    box(
      'display: flex; margin-top: auto',
      [0, 1, 2, 3].map((at) => avatar(44, `border: 3px solid white; margin-left: ${at ? -12 : 0}`)),
    ),
  ),
  card(
    'profile',
    'align-items: center; justify-content: center; background: radial-gradient(circle at 50% 0%, #dbeafe, #ffffff 70%)',
    avatar(96, 'border: 4px solid white; box-shadow: 0 4px 12px rgba(15,23,42,0.25)'),
    box('font-size: 30; font-weight: 700; margin-top: 14; color: #0f172a', 'Jun Watanabe'),
    box('font-size: 17; color: #475569', '@jun · designer'),
    box(
      'display: flex; gap: 28; margin-top: 18; font-size: 15; color: #334155',
      h('span', {}, h('b', {}, '1,204'), ' followers'),
      h('span', {}, h('b', {}, '318'), ' posts'),
    ),
  ),
  card(
    'terminal',
    'padding: 28; background: #e2e8f0',
    box(
      `flex: 1; border-radius: 12; background: #0f172a; color: #e2e8f0; overflow: hidden; display: flex;
        flex-direction: column; box-shadow: 0 10px 30px rgba(15,23,42,0.4)`,
      box(
        'display: flex; gap: 8; padding: 12; background: #1e293b',
        ['#f87171', '#fbbf24', '#4ade80'].map((background) =>
          box(`width: 12; height: 12; border-radius: 50%; background: ${background}`),
        ),
      ),
      styled(
        'pre',
        'margin: 0; padding: 16; font-size: 16; line-height: 1.5',
        '$ npm run dev\n  ready in 214 ms\n  http://127.0.0.1:8787',
      ),
    ),
  ),
  card(
    'documentation',
    `flex-direction: row; background: #09090b; color: #fafafa; padding: 40;
      background-image: linear-gradient(#27272a 1px, transparent 1px), linear-gradient(90deg, #27272a 1px, transparent 1px);
      background-size: 40px 40px`,
    html(`
      <div style="display: flex; flex-direction: column; justify-content: flex-end; width: 70%">
        <div style="color: #a1a1aa; font-size: 18">Guides / Caching</div>
        <div style="font-size: 44; font-weight: 700; line-height: 1.1; margin-top: 8">Invalidate what you must</div>
      </div>
      <svg width="64" height="64" viewBox="0 0 24 24" fill="none" stroke="#a78bfa" strokeWidth="2" style="margin-left: auto">
        <path d="M12 2L2 7l10 5 10-5-10-5zM2 17l10 5 10-5M2 12l10 5 10-5" strokeLinejoin="round"/>
      </svg>
    `),
  ),
  card(
    'photo-headline',
    `position: relative; justify-content: flex-end; background-image: url(${portrait}); background-size: cover;
      background-position: center`,
    box('position: absolute; inset: 0; background: linear-gradient(to top, rgba(0,0,0,0.85), transparent)'),
    box(
      `position: relative; padding: 32; color: white; font-size: 36; font-weight: 800;
        text-shadow: 0 2px 6px rgba(0,0,0,0.6)`,
      'Mountains, seen from the train',
    ),
  ),
  card(
    'podcast',
    'flex-direction: row; gap: 28; padding: 36; background: #18181b; color: white; align-items: center',
    box(
      `width: 200; height: 200; border-radius: 20;
        background: conic-gradient(from 45deg, #f97316, #ec4899, #8b5cf6, #f97316); flex-shrink: 0`,
    ),
    box(
      'display: flex; flex-direction: column; flex: 1',
      box('font-size: 15; color: #f97316; font-weight: 600', 'EPISODE 48'),
      box('font-size: 30; font-weight: 700; line-height: 1.2; margin-top: 8', 'The case for boring databases'),
      box(
        'height: 6; border-radius: 3; background: #3f3f46; margin-top: 24; display: flex',
        box('width: 35%; border-radius: 3; background: #f97316'),
      ),
      box(
        'display: flex; justify-content: space-between; font-size: 13; color: #a1a1aa; margin-top: 8',
        h('span', {}, '14:32'),
        h('span', {}, '41:07'),
      ),
    ),
  ),
];
