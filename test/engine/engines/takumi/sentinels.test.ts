import { describe, expect, it } from 'vitest';
import { workarounds } from '#engine/engines/takumi/workarounds.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { getScene, takumiWithout } from '../../../support/takumi.ts';
import { box, h } from '../../golden/element.ts';
import { dataUri, sampleImages } from '../../golden/sample-images.ts';

const image = dataUri('image/png', sampleImages.png);
const seal =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="red"/></svg>';
const text = 'Words enough for three lines of this box, and more';

/** By workaround: a tree that takumi renders otherwise without it. */
const sentinels: Readonly<Record<string, VElement>> = {
  paintCanvas: h('html', {}, h('body', { style: { background: '#111' } }, 'A page')),
  reword: box(
    { width: 60, height: 30, overflow: 'auto', background: '#eee' },
    box({ width: 120, height: 20, background: 'red' }),
  ),
  spaceFloats: box({ width: 120 }, h('span', { style: { float: 'left', marginRight: 20 } }, 'A'), 'words beside it'),
  mergePositions: box({
    width: 120,
    height: 60,
    background: 'linear-gradient(#f00, #00f) no-repeat 0 0 / 20px 20px',
    backgroundPositionX: 'right 10px',
  }),
  positionLayers: box({
    width: 120,
    height: 60,
    background: 'linear-gradient(#f00, #00f) no-repeat right 10px bottom 10px / 20px 20px',
  }),
  fixRadialGradients: box({
    width: 120,
    height: 60,
    background: 'radial-gradient(60px circle at right bottom, #34d399 20px, transparent 60px)',
  }),
  clampLines: box({ width: 120, WebkitLineClamp: 2, display: '-webkit-box', overflow: 'hidden' }, text),
  fitVectorBackgrounds: box({
    width: 120,
    height: 60,
    backgroundImage: `url("${dataUri('image/svg+xml', Buffer.from(seal))}")`,
    backgroundSize: '100% 100%',
  }),
  clipBackgrounds: box({ width: 50, height: 50, backgroundImage: `url("${image}")`, backgroundSize: 'cover' }),
  smoothEdges: box(
    { padding: 30 },
    box({ width: 100, height: 40, backgroundColor: 'red', transform: 'rotate(-8deg)' }),
  ),
  layBorderGrounds: box({ width: 60, height: 60, borderRadius: 30, border: '4px solid #fff', background: '#000' }),
  separateLayers: box({
    width: 100,
    height: 50,
    border: '6px solid transparent',
    background: 'linear-gradient(#fff, #fff) padding-box, linear-gradient(90deg, #f0f, #0ff) border-box',
  }),
  placeGridItems: box(
    { display: 'grid', gridTemplateAreas: '"b a"', gridTemplateColumns: '1fr 2fr' },
    box({ gridArea: 'a', background: 'red', height: 20 }),
    box({ gridArea: 'b', background: 'blue', height: 20 }),
  ),
  strokeBehind: box({ fontSize: 40, color: '#fff', WebkitTextStroke: '6px #111', paintOrder: 'stroke fill' }, 'Text'),
  sizeImages: box({ display: 'flex', flexDirection: 'column' }, h('img', { src: image })),
  writeMarkers: h('ol', { start: 5 }, h('li', {}, 'five')),
  turnTexts: box({ width: 180, fontSize: 20 }, 'كيف نقلنا أربعين مليون حساب'),
  spaceCursive: box({ letterSpacing: 5, fontSize: 20 }, 'سلام'),
  keepLinesTogether: box({ display: 'flex', width: 180 }, 'First', h('br'), 'second'),
  breakUnspacedWords: box({ width: 150, fontSize: 20 }, 'ภาษาไทยเขียนติดกันโดยไม่มีช่องว่างระหว่างคำ'),
  boundWidths: box(
    { display: 'flex', flexDirection: 'column', alignItems: 'center' },
    box({ display: 'flex' }, 'A text of a flex box that takes more than one line, whatever it stands in'),
  ),
  boundPositioned: box(
    { position: 'relative', padding: 40, width: 200 },
    box({ position: 'absolute', display: 'flex' }, 'Words that wrap, one by one'),
  ),
  keepItemPadding: box(
    { display: 'flex', flexDirection: 'column', justifyContent: 'center', height: 100 },
    box({ overflow: 'hidden', padding: 10, background: 'red' }, 'text'),
    box({ height: 100, flexShrink: 0 }),
  ),
  growToPadding: box(
    { display: 'flex', width: 20, height: 20, padding: 40, background: 'red' },
    box({ width: '100%', height: '100%' }),
  ),
  openHiddenItems: box(
    { display: 'flex', flexDirection: 'column', height: 60 },
    box({ height: 40, flexShrink: 0 }),
    box({ display: 'grid' }, box({ overflow: 'hidden', background: 'red' }, text)),
  ),
  indentTexts: box(
    { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' },
    box({ textIndent: 40, background: 'red' }, 'Short text'),
  ),
  keepInlineEdges: box(
    { width: 200, fontSize: 20 },
    'Words before ',
    h('span', { style: { padding: '0 20px', background: 'red' } }, 'marked place'),
    ' and after',
  ),
};

const pixelsWithout = async (left: string | undefined, tree: VElement) => {
  const layout = await takumiWithout(...(left === undefined ? [] : [left]))(getScene(tree));
  return (await layout.paint()).data;
};

describe('a workaround for takumi', () => {
  it.each(Object.entries(sentinels))('is still needed: %s', async (workaround, tree) => {
    const [mended, raw] = [await pixelsWithout(undefined, tree), await pixelsWithout(workaround, tree)];
    const isMendedUpstream = Buffer.compare(mended, raw) === 0;
    expect(isMendedUpstream, `upstream has mended this: ${workaround} is needed no more`).toBe(false);
  });

  it('has a sentinel', () => {
    expect(Object.keys(sentinels)).toEqual(workarounds.map(({ name }) => name));
  });
});
