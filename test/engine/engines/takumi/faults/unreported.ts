import { box, h } from '../../../golden/element.ts';
import { dataUri, sampleImages } from '../../../golden/sample-images.ts';
import type { UnreportedFault } from './fault.ts';

const image = dataUri('image/png', sampleImages.png);
const seal =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="red"/></svg>';
const text = 'Words enough for three lines of this box, and more';

export const unreported: readonly UnreportedFault[] = [
  {
    name: 'The background of a page does not fill the image',
    workaround: 'paintCanvas',
    element: h('html', {}, h('body', { style: { background: '#111' } }, 'A page')),
  },
  {
    name: 'Values that browsers know have other names, or none',
    workaround: 'reword',
    element: box(
      { width: 60, height: 30, overflow: 'auto', background: '#eee' },
      box({ width: 120, height: 20, background: 'red' }),
    ),
  },
  {
    name: 'The margin of a float without a width is ignored',
    workaround: 'spaceFloats',
    element: box({ width: 120 }, h('span', { style: { float: 'left', marginRight: 20 } }, 'A'), 'words beside it'),
  },
  {
    name: 'background-position-x and background-position-y are ignored',
    workaround: 'mergePositions',
    element: box({
      width: 120,
      height: 60,
      background: 'linear-gradient(#f00, #00f) no-repeat 0 0 / 20px 20px',
      backgroundPositionX: 'right 10px',
    }),
  },
  {
    name: 'Lengths of the stops of a radial gradient are those of a circle to a corner',
    workaround: 'fixRadialGradients',
    element: box({
      width: 120,
      height: 60,
      background: 'radial-gradient(60px circle at right bottom, #34d399 20px, transparent 60px)',
    }),
  },
  {
    name: 'line-clamp has an effect in blocks only',
    workaround: 'clampLines',
    element: box({ width: 120, WebkitLineClamp: 2, display: '-webkit-box', overflow: 'hidden' }, text),
  },
  {
    name: 'A vector background that fills its box is stretched',
    workaround: 'fitVectorBackgrounds',
    element: box({
      width: 120,
      height: 60,
      backgroundImage: `url("${dataUri('image/svg+xml', Buffer.from(seal))}")`,
      backgroundSize: '100% 100%',
    }),
  },
  {
    name: 'An image of a background leaves its box',
    workaround: 'clipBackgrounds',
    element: box({ width: 50, height: 50, backgroundImage: `url("${image}")`, backgroundSize: 'cover' }),
  },
  {
    name: 'The edge of a rounded border has a rim of the background',
    workaround: 'layBorderGrounds',
    element: box({ width: 60, height: 60, borderRadius: 30, border: '4px solid #fff', background: '#000' }),
  },
  {
    name: 'An image without a size is stretched over its parent',
    workaround: 'sizeImages',
    element: box({ display: 'flex', flexDirection: 'column' }, h('img', { src: image })),
  },
  {
    name: 'start, reversed and value of a list are ignored',
    workaround: 'writeMarkers',
    element: h('ol', { start: 5 }, h('li', {}, 'five')),
  },
  {
    name: 'A space at the end of a line of right-to-left text moves to its other end',
    workaround: 'turnTexts',
    element: box({ width: 180, fontSize: 20 }, 'كيف نقلنا أربعين مليون حساب'),
  },
  {
    name: 'letter-spacing separates joined letters',
    workaround: 'spaceCursive',
    element: box({ letterSpacing: 5, fontSize: 20 }, 'سلام'),
  },
  {
    name: 'Texts around a line break in a flex box are items of their own',
    workaround: 'keepLinesTogether',
    element: box({ display: 'flex', width: 180 }, 'First', h('br'), 'second'),
  },
  {
    name: 'Lines of Thai, Lao, Khmer and Burmese do not break between words',
    workaround: 'breakUnspacedWords',
    element: box({ width: 150, fontSize: 20 }, 'ภาษาไทยเขียนติดกันโดยไม่มีช่องว่างระหว่างคำ'),
  },
  {
    name: 'A flex box of text in a column is as wide as its content in one line',
    workaround: 'boundWidths',
    element: box(
      { display: 'flex', flexDirection: 'column', alignItems: 'center' },
      box({ display: 'flex' }, 'A text of a flex box that takes more than one line, whatever it stands in'),
    ),
  },
  {
    name: 'A positioned flex box of text is as wide as its content in one line',
    workaround: 'boundPositioned',
    element: box(
      { position: 'relative', padding: 40, width: 200 },
      box({ position: 'absolute', display: 'flex' }, 'Words that wrap, one by one'),
    ),
  },
  {
    name: 'The padding of an item that hides what overflows counts as 0',
    workaround: 'keepItemPadding',
    element: box(
      { display: 'flex', flexDirection: 'column', justifyContent: 'center', height: 100 },
      box({ overflow: 'hidden', padding: 10, background: 'red' }, 'text'),
      box({ height: 100, flexShrink: 0 }),
    ),
  },
  {
    name: 'A box is narrower than its padding',
    workaround: 'growToPadding',
    element: box(
      { display: 'flex', width: 20, height: 20, padding: 40, background: 'red' },
      box({ width: '100%', height: '100%' }),
    ),
  },
  {
    name: 'Items of a grid that hide what overflows count as 0',
    workaround: 'openHiddenItems',
    element: box(
      { display: 'flex', flexDirection: 'column', height: 60 },
      box({ height: 40, flexShrink: 0 }),
      box({ display: 'grid' }, box({ overflow: 'hidden', background: 'red' }, text)),
    ),
  },
  {
    name: 'text-indent does not count in the width of a box',
    workaround: 'indentTexts',
    element: box(
      { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' },
      box({ textIndent: 40, background: 'red' }, 'Short text'),
    ),
  },
  {
    name: 'Lines break between the padding of an inline box and its words',
    workaround: 'keepInlineEdges',
    element: box(
      { width: 200, fontSize: 20 },
      'Words before ',
      h('span', { style: { padding: '0 20px', background: 'red' } }, 'marked place'),
      ' and after',
    ),
  },
];
