import type { GoldenCase } from '../case.ts';
import { box, getPages, h, html, styled } from '../element.ts';

/** What templates written for other places were seen to do, in small images. */
const page = getPages('padding: 20; background: white; font-size: 20', { width: 400, height: 220 });

const vector = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 80 40"><rect width="80" height="40" fill="#0ea5e9"/><circle cx="40" cy="20" r="18" fill="#fde68a"/></svg>',
)}`;

const disc = (attributes: Parameters<typeof h>[1]) =>
  h(
    'svg',
    { viewBox: '0 0 24 12', ...attributes },
    h('rect', { width: 24, height: 12, fill: '#0ea5e9' }),
    h('circle', { cx: 12, cy: 6, r: 5, fill: '#fde68a' }),
  );

const coloured =
  'background-image: linear-gradient(90deg, #e11d48, #2563eb); background-clip: text; color: transparent';

const chips = ['one', 'two and', 'three of', 'four words', 'five', 'sixth word', 'seven', 'eighth thing'].map((text) =>
  box('background: #fde68a; padding: 2px 8px', text),
);

export const portedCases: readonly GoldenCase[] = [
  page(
    'gradient-words',
    'font-size: 40; font-weight: 700',
    box({}, 'A ', styled('span', coloured, 'title in colours that goes on'), ' and on'),
  ),
  page(
    'vector-proportions',
    'gap: 10; align-items: flex-start',
    h('img', { src: vector, width: 80, height: 80, style: 'background: #eee' }),
    disc({ width: 60, height: 80, style: 'background: #eee' }),
    disc({ width: 40, height: 80, preserveAspectRatio: 'xMidYMid slice' }),
    disc({ width: '2em' }),
    disc({ height: 40 }),
  ),
  page(
    'overfull-column',
    'flex-direction: column; align-items: flex-start; font-size: 32',
    h('img', { src: vector, style: 'width: 80' }),
    h('img', { src: vector, height: 40 }),
    box({}, 'A text that needs all of the place there is and then some more of it'),
  ),
  page(
    'chips-in-a-row',
    'flex-direction: column; align-items: center; justify-content: center',
    box('display: flex; align-items: center', box('display: flex; flex-wrap: wrap; gap: 6', chips)),
    box({}, 'what stands below'),
  ),
  page(
    'wrapped-and-clamped',
    'flex-direction: column; gap: 10',
    box('white-space: pre; text-wrap: wrap', 'a  text with   spaces that is long enough to wrap\nand a line'),
    html(`
      <span style="line-clamp: 2; background: #fde68a">A span of a flex box that is cut off after its second line,
        however long it may be, really</span>
    `),
  ),
  page(
    'centred-texts',
    'flex-direction: column; align-items: center; gap: 10',
    box('background: #fde68a', 'A wrapping text in a column of centred items is as wide as there is room'),
    box('background: #bae6fd; display: flex; padding: 0 20px', 'Another one, that is a flex box with text in it'),
  ),
  page(
    'fallback-lines',
    'flex-direction: column; font-size: 24; line-height: 32px',
    box({}, 'Latin and 日本語 and 한국어'),
    box({}, '日本語の文章です'),
    box('line-height: normal', '日本語 and Latin'),
    box('line-height: normal; font-family: Lora', 'हिन्दी and Lora'),
  ),
];
