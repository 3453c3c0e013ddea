import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { corrections } from '../../../../../../lambdas/core/engines/satori/corrections.ts';
import { box, h } from '../../../../../golden/element.ts';
import { keepWatch, type Sentinel } from './sentinel.ts';

const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#f00' } })
  .png()
  .toBuffer();
const red = `data:image/png;base64,${picture.toString('base64')}`;
/** How far from the left each outline of each path begins. */
const startsIn = (svg: string): number[][] =>
  [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d = '']) => [...d.matchAll(/M(-?[\d.]+)/g)].map(([, x]) => Number(x)));
const full = { width: '100%', height: '100%' };

/** Without the widths of spaces no words are joined. */
const cutShort: Sentinel = {
  fault: 'each word of a text that is cut short begins at a whole pixel',
  tree: box(
    { fontSize: 20 },
    box({}, 'A text'),
    box({ width: 100, display: 'block', overflow: 'hidden', lineClamp: 2 }, 'A text that wraps in here'),
  ),
  isRight: ({ svg }) => {
    const [alone = [], wrapped = []] = startsIn(svg);
    return alone.length > 3 && alone.every((start, index) => Math.abs(start - (wrapped[index] ?? 0)) < 0.15);
  },
};

/** By the correction that mends them. */
const sentinels: Readonly<Record<string, readonly Sentinel[]>> = {
  replaceTableDisplays: [
    {
      fault: 'rows and cells of a table are no boxes',
      tree: box({ display: 'table-row' }, box({ display: 'table-cell', height: 9 }), box({ display: 'table-cell' })),
      isRight: ({ boxes: [, one, other] }) => one?.width === 100 && other?.left === 100,
    },
  ],
  settleRadialGradients: [
    {
      fault: 'a centre of one word is the middle',
      tree: box({ ...full, background: 'radial-gradient(circle at top, #f00, #00f)' }),
      isRight: async ({ pixelAt }) => (await pixelAt(100, 0))[0] === 254,
    },
    {
      fault: 'what repeats without saying where throws',
      tree: box({ ...full, background: 'repeating-radial-gradient(circle, red, blue)' }),
      isRight: async ({ ink }) => (await ink()) > 0,
    },
    {
      fault: 'stops in pixels are shares of the width',
      tree: box({ ...full, background: 'radial-gradient(circle, red 20px, transparent 0)' }),
      isRight: async ({ pixelAt }) => (await pixelAt(115, 50))[3] === 255,
    },
  ],
  writeReadableShadows: [
    {
      fault: 'a box shadow of none is a shadow',
      tree: box({ width: 40, height: 40, boxShadow: 'none' }),
      isRight: ({ svg }) => !svg.includes('<filter'),
    },
    {
      fault: 'a box shadow without a blur has a filter without a size',
      tree: box({ width: 40, height: 40, boxShadow: '50px 0 red' }),
      isRight: ({ svg }) => !svg.includes('NaN'),
    },
    {
      fault: 'a shadow in other units than pixels is nowhere',
      tree: box({ width: 40, height: 40, boxShadow: '4rem 0 0 red' }),
      isRight: async ({ pixelAt }) => String(await pixelAt(80, 20)) === '255,0,0,255',
    },
    {
      fault: 'words are calculated with',
      tree: box({ width: 40, height: 40, boxShadow: 'center, 1641px red' }),
      isRight: ({ svg }) => !svg.includes('NaN'),
    },
    {
      fault: 'a text shadow of none is black',
      tree: box({ textShadow: 'none' }, 'x'),
      isRight: ({ svg }) => !svg.includes('flood-color="black"'),
    },
  ],
  writeOpacityAsNumber: [
    {
      fault: 'opacity in per cent is lost',
      tree: box({ width: 40, height: 40, background: 'red', opacity: '50%' }),
      isRight: async ({ pixelAt }) => [127, 128].includes((await pixelAt(20, 20))[3] ?? 0),
    },
  ],
  leaveOutBackdropFilters: [
    {
      fault: 'a filter of what lies behind covers it',
      tree: box({ ...full, background: '#f00' }, box({ width: 40, height: 40, backdropFilter: 'blur(4px)' })),
      isRight: async ({ pixelAt }) => (await pixelAt(20, 20)).join() === '255,0,0,255',
    },
  ],
  dropUnwritableAttributes: [
    {
      fault: 'an attribute whose name is none throws',
      tree: h('svg', { width: 9, height: 9, 'a b': 1 }, h('rect', { width: 9, height: 9 })),
      isRight: ({ svg }) => svg !== '',
    },
    {
      fault: 'a width that is an object throws',
      tree: h('svg', { width: {}, height: 9 }, h('rect', { width: 9, height: 9 })),
      isRight: ({ svg }) => svg !== '',
    },
  ],
  letSvgShrink: [
    {
      fault: 'an <svg> in a flex box stays as wide as it says',
      tree: box(
        { display: 'flex', width: 20 },
        h('svg', { width: 90, height: 90 }, h('rect', { width: 9, height: 9 })),
      ),
      isRight: ({ boxes: [, svg] }) => svg?.width === 20,
    },
  ],
  paintSvgByAttributes: [
    {
      fault: 'fill in the style of an <svg> is lost',
      tree: h('svg', { width: 9, height: 9, style: { fill: '#f00' } }, h('rect', { width: 9, height: 9 })),
      isRight: async ({ pixelAt }) => (await pixelAt(5, 5))[0] === 255,
    },
  ],
  boundSelectRows: [
    {
      fault: 'a list of choices is as high as its rows, however many, and takes as long',
      tree: box({}, h('select', { size: 2_000 }, h('option', {}, 'a'))),
      isRight: ({ boxes: [page] }) => (page?.height ?? 0) < 20_000,
    },
  ],
  sizeImages: [
    {
      fault: 'an <img> without a size is stretched over its parent',
      tree: box({ display: 'flex', width: 100, height: 50 }, h('img', { src: red })),
      isRight: ({ boxes: [, img] }) => img?.width === 20 && img.height === 10,
    },
    {
      fault: 'an <img> beside something large is squeezed',
      tree: box({ display: 'flex', width: 30 }, h('img', { src: red, width: 20 }), box({ width: 50, flexShrink: 0 })),
      isRight: ({ boxes: [, img] }) => img?.width === 20,
    },
  ],
  noteObjectFits: [
    {
      fault: 'object-fit none stretches',
      tree: h('img', { src: red, style: { width: 60, height: 60, objectFit: 'none' } }),
      isRight: async ({ pixelAt }) => (await pixelAt(5, 5))[3] === 0,
    },
    {
      fault: 'a length in object-position is passed over',
      tree: h('img', { src: red, style: { width: 60, height: 60, objectFit: 'contain', objectPosition: '0 5px' } }),
      isRight: async ({ pixelAt }) => (await pixelAt(30, 33))[3] === 255,
    },
  ],
  keepLinesTogether: [
    {
      fault: 'a line break in a flex box is lost',
      tree: box({ display: 'flex' }, 'a', h('br'), 'b'),
      isRight: ({ boxes: [page] }) => page?.height === 40,
    },
  ],
  dropDirectionMarks: [
    {
      fault: 'an emoji beside an embedding of direction has no width',
      tree: box({ fontSize: 16 }, 'a\n\u202e🇩🇪'),
      isRight: ({ svg }) => / width="16"[^>]* overflow="visible"/.test(svg),
    },
  ],
  spaceCursive: [
    {
      fault: 'letters that hang together are pulled apart',
      tree: box({ fontSize: 20, letterSpacing: 5 }, 'سلام'),
      isRight: ({ svg }) => Math.max(...startsIn(svg).flat()) - Math.min(...startsIn(svg).flat()) < 30,
    },
  ],
  breakUnspacedWords: [
    {
      fault: 'a line of Thai never ends',
      tree: box({ width: 60, fontSize: 20, lineHeight: '30px' }, 'ภาษาไทยไม่มีวรรค'),
      isRight: ({ boxes: [page] }) => (page?.height ?? 0) > 30,
    },
  ],
  orderRightToLeft: [
    {
      fault: 'texts of a line from right to left stand from left to right',
      tree: box({ direction: 'rtl', fontSize: 20 }, 'אא ', h('b', {}, 'בב')),
      isRight: ({ boxes }) => boxes.slice(1).at(-1)?.left !== undefined && (boxes.at(-1)?.left ?? 200) < 160,
    },
  ],
  letTextsWrap: [
    {
      fault: 'text-wrap after white-space is passed over',
      tree: box(
        { fontSize: 20, lineHeight: '20px', whiteSpace: 'nowrap', textWrap: 'wrap' },
        'Two lines of a long text',
      ),
      isRight: ({ boxes: [page] }) => page?.height === 40,
    },
  ],
  clampItems: [
    {
      fault: 'the lines of a span in a flex box are not clamped',
      tree: box(
        { display: 'flex', fontSize: 20, lineHeight: '20px' },
        h('span', { style: { lineClamp: 1, overflow: 'hidden' } }, 'Two lines of a long text'),
      ),
      isRight: ({ boxes: [, span] }) => span?.height === 20,
    },
  ],
  boundWidths: [
    {
      fault: 'a text that wraps in a column of centred items is wider than there is room for',
      tree: box(
        { display: 'flex', flexDirection: 'column', alignItems: 'center', width: 101, fontSize: 20 },
        box({ lineClamp: 9, display: 'block' }, 'A text that wraps in here, word for word'),
      ),
      isRight: ({ boxes: [, text] }) => (text?.width ?? 999) <= 101,
    },
  ],
  boundPositioned: [
    {
      fault: 'an absolutely positioned text is as wide as what it lies in, wherever it begins',
      tree: box(
        { position: 'relative', padding: 40, width: 200 },
        box({ position: 'absolute', fontSize: 20 }, 'Words that wrap, one by one'),
      ),
      isRight: ({ boxes: [, text] }) => (text?.width ?? 999) <= 160,
    },
  ],
  keepItemsPadded: [
    {
      fault: 'the padding of an item that shrinks to nothing takes no room',
      tree: box(
        { display: 'flex', flexDirection: 'column', justifyContent: 'center', height: 100 },
        box({ overflow: 'hidden', padding: 10 }, 'text'),
        box({ height: 100, flexShrink: 0 }),
      ),
      isRight: ({ boxes: [, padded] }) => padded?.top === -10,
    },
  ],
  styleTags: [
    {
      fault: 'a raised text is as large as the one around, on its line',
      tree: box({ fontSize: 24 }, h('span', {}, 'x'), h('sup', {}, 'x')),
      isRight: ({ svg }) => {
        const [low = 0, high = 0] = [...svg.matchAll(/ d="M[\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
        return low - high === 9;
      },
    },
    {
      fault: 'a title of something is upright, what was put in is not underlined',
      tree: box({ fontSize: 24 }, h('cite', {}, 'I'), h('ins', {}, 'n')),
      isRight: ({ svg }) => svg.includes('<line') && !/ d="M[\d.]+ [\d.]+L[\d.]+ [\d.]+L([\d.]+) [\d.]+L\1 /.test(svg),
    },
  ],
  settleDecorations: [
    {
      fault: 'a line under a text is at no whole pixel',
      tree: box({ fontSize: 24, textDecoration: 'underline' }, 'n'),
      // baseline at 23, two pixels below it, two thick
      isRight: ({ svg }) => /y1="26" /.test(svg),
    },
    {
      fault: 'a line through a text is a pixel low',
      tree: box({ fontSize: 24, textDecoration: 'line-through' }, 'n'),
      isRight: ({ svg }) => /y1="15" /.test(svg),
    },
  ],
  roundLineHeights: [
    {
      fault: 'the baseline is that of the font a line begins with',
      tree: box({ fontSize: 24, lineHeight: '32px' }, '日本'),
      isRight: ({ svg }) => Number(/ d="M[\d.]+ ([\d.]+)/.exec(svg)?.[1]) < 27,
    },
    {
      fault: 'a text is a pixel high where its line height is no exact multiple of its size',
      tree: box({}, box({ fontSize: 22, lineHeight: '30px' }, 'H'), box({ fontSize: 22, lineHeight: '30.1px' }, 'H')),
      isRight: ({ svg }) => {
        const [exact = 0, more = 0] = [...svg.matchAll(/ d="M[\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
        return more - exact === 30;
      },
    },
    {
      fault: 'a line with an emoji is as high as the font that has a part of it',
      tree: box({ fontSize: 40 }, '❤️‍🔥'),
      isRight: ({ boxes: [page] }) => page?.height === 49,
    },
    {
      fault: 'ascent and descent are not rounded apart',
      tree: box({ fontSize: 11 }, 'x'),
      isRight: ({ boxes: [page] }) => page?.height === 14,
    },
  ],
  noteSpaces: [cutShort],
  nameFonts: [
    {
      fault: 'a family in several files is only the one with its name',
      tree: box(
        { fontSize: 20 },
        box({ fontFamily: 'Lora', position: 'absolute', left: 0, top: 0 }, 'Ж'),
        box({ position: 'absolute', left: 0, top: 0 }, 'Ж'),
      ),
      isRight: ({ svg }) =>
        new Set([...svg.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d?.replace(/[^A-Z]/g, ''))).size === 2,
    },
  ],
  keepLinesWhole: [
    {
      fault: 'lines are as high as whole pixels',
      tree: box(
        { fontSize: 20 },
        box({ lineHeight: '20.4px', width: 90 }, 'mmmm mmmm mmmm mmmm mmmm'),
        box({ height: 10 }),
      ),
      isRight: ({ boxes }) => boxes.at(-1)?.top === 102,
    },
  ],
  boundPictures: [
    {
      fault: 'a picture that is bounded by a box as wide as its content is not drawn',
      tree: box({ display: 'flex' }, box({}, h('img', { src: red, style: { maxWidth: '50%' } }))),
      isRight: ({ boxes }) => boxes.at(-1)?.width === 10,
    },
  ],
  pinWidths: [
    {
      fault: 'a text with a share of a box as wide as its content has less height than lines',
      tree: box(
        { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' },
        box(
          { display: 'flex', flexDirection: 'column', lineHeight: '20px' },
          box({}, 'As wide as can be'),
          box({ maxWidth: '66%' }, 'Two lines of a text'),
        ),
      ),
      isRight: ({ boxes }) => boxes[1]?.height === 60,
    },
    {
      fault: 'rows that break count as one',
      tree: box(
        { display: 'flex', flexDirection: 'column', alignItems: 'center' },
        box(
          { display: 'flex', alignItems: 'center' },
          box(
            { display: 'flex', flexWrap: 'wrap' },
            [1, 2, 3].map(() => box({ width: 90, height: 20 })),
          ),
        ),
      ),
      isRight: ({ boxes }) => boxes[1]?.height === 40,
    },
  ],
  clipSpans: [
    {
      fault: 'a background clipped to the text of a span is a bar',
      tree: box(
        { fontSize: 40, lineHeight: '40px' },
        'x ',
        h('span', { style: { background: '#f00', backgroundClip: 'text', color: 'transparent' } }, '.'),
      ),
      isRight: async ({ ink }) => (await ink()) < 700,
    },
  ],
  joinWords: [cutShort],
};

describe('before the layout', () => {
  for (const [correction, faults] of Object.entries(sentinels)) for (const one of faults) keepWatch(correction, one);

  it('every correction has a sentinel', () => {
    const { tree, text, boxes, drawn } = corrections;

    expect(Object.keys(sentinels)).toEqual([...tree, ...text, ...boxes, ...drawn].map(({ name }) => name));
  });
});
