import type { VNode } from '../../../lambdas/core/vnode/vnode.ts';
import type { GoldenCase } from '../case.ts';
import { box, full, h, styled } from '../element.ts';
import type { Style } from '../page.ts';

/** What templates written for other places were seen to do, in small images. */
const page = (name: string, style: Style, ...children: VNode[]): GoldenCase => ({
  name,
  options: { width: 400, height: 220 },
  tree: box({ ...full, display: 'flex', padding: 20, background: 'white', fontSize: 20, ...style }, children),
});

const vector = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 80 40"><rect width="80" height="40" fill="#0ea5e9"/><circle cx="40" cy="20" r="18" fill="#fde68a"/></svg>',
)}`;

const disc = (attributes: Style) =>
  h(
    'svg',
    { viewBox: '0 0 24 12', ...attributes },
    h('rect', { width: 24, height: 12, fill: '#0ea5e9' }),
    h('circle', { cx: 12, cy: 6, r: 5, fill: '#fde68a' }),
  );

const coloured = {
  backgroundImage: 'linear-gradient(90deg, #e11d48, #2563eb)',
  backgroundClip: 'text',
  color: 'transparent',
};

const chips = ['one', 'two and', 'three of', 'four words', 'five', 'sixth word', 'seven', 'eighth thing'].map((text) =>
  box({ background: '#fde68a', padding: '2px 8px' }, text),
);

export const portedCases: readonly GoldenCase[] = [
  page(
    'gradient-words',
    { fontSize: 40, fontWeight: 700 },
    box({}, 'A ', styled('span', coloured, 'title in colours that goes on'), ' and on'),
  ),
  page(
    'vector-proportions',
    { gap: 10, alignItems: 'flex-start' },
    h('img', { src: vector, width: 80, height: 80, style: { background: '#eee' } }),
    disc({ width: 60, height: 80, style: { background: '#eee' } } as unknown as Style),
    disc({ width: 40, height: 80, preserveAspectRatio: 'xMidYMid slice' }),
    disc({ width: '2em' }),
    disc({ height: 40 }),
  ),
  page(
    'overfull-column',
    { flexDirection: 'column', alignItems: 'flex-start', fontSize: 32 },
    h('img', { src: vector, style: { width: 80 } }),
    h('img', { src: vector, height: 40 }),
    box({}, 'A text that needs all of the place there is and then some more of it'),
  ),
  page(
    'chips-in-a-row',
    { flexDirection: 'column', alignItems: 'center', justifyContent: 'center' },
    box({ display: 'flex', alignItems: 'center' }, box({ display: 'flex', flexWrap: 'wrap', gap: 6 }, chips)),
    box({}, 'what stands below'),
  ),
  page(
    'wrapped-and-clamped',
    { flexDirection: 'column', gap: 10 },
    box({ whiteSpace: 'pre', textWrap: 'wrap' }, 'a  text with   spaces that is long enough to wrap\nand a line'),
    styled(
      'span',
      { lineClamp: 2, background: '#fde68a' },
      'A span of a flex box that is cut off after its second line, however long it may be, really',
    ),
  ),
  page(
    'centred-texts',
    { flexDirection: 'column', alignItems: 'center', gap: 10 },
    box({ background: '#fde68a' }, 'A wrapping text in a column of centred items is as wide as there is room'),
    box(
      { background: '#bae6fd', display: 'flex', padding: '0 20px' },
      'Another one, that is a flex box with text in it',
    ),
  ),
  page(
    'fallback-lines',
    { flexDirection: 'column', fontSize: 24, lineHeight: '32px' },
    box({}, 'Latin and 日本語 and 한국어'),
    box({}, '日本語の文章です'),
    box({ lineHeight: 'normal' }, '日本語 and Latin'),
    box({ lineHeight: 'normal', fontFamily: 'Lora' }, 'हिन्दी and Lora'),
  ),
];
