import type { GoldenCase } from '../case.ts';
import { box, h, styled } from '../element.ts';
import { getPages, type Style } from '../page.ts';
import { dataUri, sampleImages } from '../sample-images.ts';

const portrait = dataUri('image/png', sampleImages.png);
const card = getPages({ flexDirection: 'column' });
const avatar = (size: number, style: Style = {}) =>
  h('img', { src: portrait, width: size, height: size, style: { borderRadius: '50%', objectFit: 'cover', ...style } });
const tag = (text: string, color: string) =>
  styled(
    'span',
    { padding: '4px 12px', borderRadius: 999, background: `${color}22`, color, fontSize: 14, fontWeight: 600 },
    text,
  );

export const socialCases: readonly GoldenCase[] = [
  card(
    'blog-post',
    { padding: 40, background: '#0b1020', color: 'white', justifyContent: 'space-between' },
    box({ display: 'flex', gap: 8 }, tag('TypeScript', '#60a5fa'), tag('Testing', '#34d399')),
    styled(
      'h1',
      { fontSize: 40, lineHeight: 1.15, margin: 0, letterSpacing: '-0.02em' },
      'What we learned from a year of property tests',
    ),
    box(
      { display: 'flex', alignItems: 'center', gap: 12, fontSize: 16, color: '#94a3b8' },
      avatar(40),
      h('span', {}, 'Ana Fischer'),
      h('span', {}, '·'),
      h('span', {}, '7 min read'),
    ),
  ),
  card(
    'repository',
    { padding: 36, background: 'white', color: '#1f2328', borderBottom: '12px solid #3178c6' },
    box({ fontSize: 34 }, 'octo/', h('b', {}, 'image-service')),
    box(
      { marginTop: 12, fontSize: 18, color: '#59636e', lineHeight: 1.4 },
      'Signed image URLs from templates, drawn once and cached for good.',
    ),
    box(
      { marginTop: 'auto', display: 'flex', gap: 40, fontSize: 15 },
      ['42 Contributors', '128 Issues', '3.4k Stars'].map((text) => {
        const [count = '', label = ''] = text.split(' ');
        return box({ display: 'flex', flexDirection: 'column' }, styled('strong', { fontSize: 20 }, count), label);
      }),
    ),
  ),
  card(
    'quotation',
    { background: '#fef3c7', alignItems: 'center', justifyContent: 'center', padding: 48, position: 'relative' },
    box(
      {
        position: 'absolute',
        top: 8,
        left: 28,
        fontSize: 140,
        lineHeight: 1,
        color: '#fbbf24',
        fontFamily: 'Playfair Display',
      },
      '“',
    ),
    box(
      { fontFamily: 'Playfair Display', fontStyle: 'italic', fontSize: 30, textAlign: 'center', lineHeight: 1.35 },
      'Simplicity is prerequisite for reliability.',
    ),
    box(
      { marginTop: 20, fontSize: 15, letterSpacing: 2, textTransform: 'uppercase', color: '#92400e' },
      'E. W. Dijkstra',
    ),
  ),
  card(
    'product',
    { flexDirection: 'row', background: '#f8fafc' },
    h('img', { src: portrait, style: { width: '45%', height: '100%', objectFit: 'cover' } }),
    box(
      { flex: 1, display: 'flex', flexDirection: 'column', padding: 32, justifyContent: 'center' },
      box({ fontSize: 13, color: '#64748b', textTransform: 'uppercase', letterSpacing: '0.1em' }, 'New in'),
      box({ fontSize: 30, fontWeight: 700, marginTop: 6 }, 'Canvas tote bag'),
      box(
        { display: 'flex', alignItems: 'baseline', gap: 10, marginTop: 14 },
        styled('span', { fontSize: 28, fontWeight: 800, color: '#be123c' }, '€ 24.90'),
        styled('span', { fontSize: 18, color: '#94a3b8', textDecoration: 'line-through' }, '€ 39'),
      ),
      box(
        {
          marginTop: 18,
          alignSelf: 'flex-start',
          padding: '10px 22px',
          background: '#0f172a',
          color: 'white',
          borderRadius: 8,
          fontSize: 16,
        },
        'Buy now',
      ),
    ),
  ),
  card(
    'event',
    { background: 'linear-gradient(135deg, #4f46e5, #db2777)', color: 'white', padding: 36 },
    box(
      { display: 'flex', gap: 20, alignItems: 'center' },
      box(
        {
          width: 84,
          borderRadius: 12,
          overflow: 'hidden',
          background: 'white',
          color: '#0f172a',
          display: 'flex',
          flexDirection: 'column',
          textAlign: 'center',
          boxShadow: '0 8px 24px rgba(0,0,0,0.3)',
        },
        box({ background: '#ef4444', color: 'white', fontSize: 14, padding: '4px 0', fontWeight: 700 }, 'OCT'),
        box({ fontSize: 40, fontWeight: 800, lineHeight: '56px' }, '17'),
      ),
      box(
        { display: 'flex', flexDirection: 'column' },
        box({ fontSize: 36, fontWeight: 800 }, 'Frontend Night'),
        box({ fontSize: 18, opacity: 0.85 }, 'Hamburg, 19:00'),
      ),
    ),
    box(
      { display: 'flex', marginTop: 'auto' },
      [0, 1, 2, 3].map((at) => avatar(44, { border: '3px solid white', marginLeft: at ? -12 : 0 })),
    ),
  ),
  card(
    'profile',
    {
      alignItems: 'center',
      justifyContent: 'center',
      background: 'radial-gradient(circle at 50% 0%, #dbeafe, #ffffff 70%)',
    },
    avatar(96, { border: '4px solid white', boxShadow: '0 4px 12px rgba(15,23,42,0.25)' }),
    box({ fontSize: 30, fontWeight: 700, marginTop: 14, color: '#0f172a' }, 'Jun Watanabe'),
    box({ fontSize: 17, color: '#475569' }, '@jun · designer'),
    box(
      { display: 'flex', gap: 28, marginTop: 18, fontSize: 15, color: '#334155' },
      h('span', {}, h('b', {}, '1,204'), ' followers'),
      h('span', {}, h('b', {}, '318'), ' posts'),
    ),
  ),
  card(
    'terminal',
    { padding: 28, background: '#e2e8f0' },
    box(
      {
        flex: 1,
        borderRadius: 12,
        background: '#0f172a',
        color: '#e2e8f0',
        overflow: 'hidden',
        display: 'flex',
        flexDirection: 'column',
        boxShadow: '0 10px 30px rgba(15,23,42,0.4)',
      },
      box(
        { display: 'flex', gap: 8, padding: 12, background: '#1e293b' },
        ['#f87171', '#fbbf24', '#4ade80'].map((background) =>
          box({ width: 12, height: 12, borderRadius: '50%', background }),
        ),
      ),
      styled(
        'pre',
        { margin: 0, padding: 16, fontSize: 16, lineHeight: 1.5 },
        '$ npm run dev\n  ready in 214 ms\n  http://127.0.0.1:8787',
      ),
    ),
  ),
  card(
    'documentation',
    {
      flexDirection: 'row',
      background: '#09090b',
      color: '#fafafa',
      padding: 40,
      backgroundImage:
        'linear-gradient(#27272a 1px, transparent 1px), linear-gradient(90deg, #27272a 1px, transparent 1px)',
      backgroundSize: '40px 40px',
    },
    box(
      { display: 'flex', flexDirection: 'column', justifyContent: 'flex-end', width: '70%' },
      box({ color: '#a1a1aa', fontSize: 18 }, 'Guides / Caching'),
      box({ fontSize: 44, fontWeight: 700, lineHeight: 1.1, marginTop: 8 }, 'Invalidate what you must'),
    ),
    h(
      'svg',
      {
        width: 64,
        height: 64,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: '#a78bfa',
        strokeWidth: 2,
        style: { marginLeft: 'auto' },
      },
      h('path', { d: 'M12 2L2 7l10 5 10-5-10-5zM2 17l10 5 10-5M2 12l10 5 10-5', strokeLinejoin: 'round' }),
    ),
  ),
  card(
    'photo-headline',
    {
      position: 'relative',
      justifyContent: 'flex-end',
      backgroundImage: `url(${portrait})`,
      backgroundSize: 'cover',
      backgroundPosition: 'center',
    },
    box({ position: 'absolute', inset: 0, background: 'linear-gradient(to top, rgba(0,0,0,0.85), transparent)' }),
    box(
      {
        position: 'relative',
        padding: 32,
        color: 'white',
        fontSize: 36,
        fontWeight: 800,
        textShadow: '0 2px 6px rgba(0,0,0,0.6)',
      },
      'Mountains, seen from the train',
    ),
  ),
  card(
    'podcast',
    { flexDirection: 'row', gap: 28, padding: 36, background: '#18181b', color: 'white', alignItems: 'center' },
    box({
      width: 200,
      height: 200,
      borderRadius: 20,
      background: 'conic-gradient(from 45deg, #f97316, #ec4899, #8b5cf6, #f97316)',
      flexShrink: 0,
    }),
    box(
      { display: 'flex', flexDirection: 'column', flex: 1 },
      box({ fontSize: 15, color: '#f97316', fontWeight: 600 }, 'EPISODE 48'),
      box({ fontSize: 30, fontWeight: 700, lineHeight: 1.2, marginTop: 8 }, 'The case for boring databases'),
      box(
        { height: 6, borderRadius: 3, background: '#3f3f46', marginTop: 24, display: 'flex' },
        box({ width: '35%', borderRadius: 3, background: '#f97316' }),
      ),
      box(
        { display: 'flex', justifyContent: 'space-between', fontSize: 13, color: '#a1a1aa', marginTop: 8 },
        h('span', {}, '14:32'),
        h('span', {}, '41:07'),
      ),
    ),
  ),
];
