import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineNames } from '#engine/engine-names.ts';
import { getImageKind, type ImageKind } from '#engine/image-bytes.ts';
import type { RenderTask } from '#engine/isolation/render/messages.ts';
import { closeRenderWorkers, render } from '#engine/isolation/render/render.ts';
import { openBitmap } from '#engine/rendering/images/bitmaps.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { box, h } from '../engine/golden/element.ts';

/**
 * @promise Rendering: Image files that lie or expand
 * @how the format is detected from the bytes; six loaders only, 25 megapixels, one frame; 10 MB for each of 20 remote
 *   images; 40 MB of them are decoded
 * @also test/engine/isolation/worker.alone.test.ts
 * @figure an ordinary image of one pixel more than the limit is left out
 */

const options = { width: 300, height: 200, format: 'png', devicePixelRatio: 1 } as const;
const address = 'https://a.example/picture';
const full = { width: '100%', height: '100%', display: 'flex' };
const shown = (src = address): VElement => box(full, h('img', { src, width: 300, height: 200 }));
const good = box({ ...full, backgroundImage: 'linear-gradient(red, blue)', fontSize: 30 }, 'Good');

type Colour = `#${string}`;
const picture = (format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' | 'tiff', colour: Colour = '#336699') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer();

const kinds = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const;
const pictures = {} as Record<(typeof kinds)[number], Buffer>;
let tiff: Buffer;
beforeAll(async () => {
  for (const kind of kinds) pictures[kind] = await picture(kind);
  tiff = await picture('tiff');
});
afterAll(closeRenderWorkers);

describe('a bitmap', () => {
  it.each(kinds)('of more pixels than it may have is not opened: %s', async (kind) => {
    await expect(openBitmap(sharp, kind, pictures[kind], 1_199)).rejects.toThrow('more than 0.001199 megapixels');
    expect(await openBitmap(sharp, kind, pictures[kind], 1_200)).toMatchObject({ width: 40, height: 30 });
  });

  it('of an animation is its first frame', async () => {
    const frames = await Promise.all((['#ff0000', '#0000ff'] as const).map((colour) => picture('png', colour)));
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();

    const { bytes } = await render({ tree: shown(), options, images: { [address]: animation } });

    const { dominant } = await sharp(bytes).stats();
    expect([dominant.r > 200, dominant.b < 50]).toEqual([true, true]);
  });

  it('is known by its bytes, and of no other kind than these', () => {
    const byBytes = [...kinds.map((kind) => pictures[kind]), tiff, Buffer.from('%PDF-1.7'), Buffer.alloc(0)];
    const found = byBytes.map((bytes): ImageKind | undefined => getImageKind(bytes));
    expect(found).toEqual([...kinds, undefined, undefined, undefined]);
  });
});

describe.each(engineNames)('%s', (engine) => {
  const rendered = (tree: VElement, images: RenderTask['images'] = {}) => render({ tree, options, images, engine });

  it('leaves out what is no image it reads, and the next image is as before', async () => {
    const before = await rendered(good);
    const files = [
      pictures.png.subarray(0, 30),
      pictures.png.subarray(0, -20),
      pictures.jpeg.subarray(0, 20),
      pictures.gif.subarray(0, 8),
      pictures.webp.subarray(0, 16),
      pictures.avif.subarray(0, 40),
      tiff,
      Buffer.from('<!DOCTYPE html><p>x</p>'),
      Buffer.alloc(0),
    ];

    for (const bytes of files)
      expect((await rendered(shown(), { [address]: bytes })).failedImages, bytes.toString('latin1')).toHaveLength(1);

    const after = await rendered(good);
    expect(Buffer.compare(Buffer.from(after.bytes), Buffer.from(before.bytes))).toBe(0);
  });

  it.each([
    ['a label of another kind', `data:text/html;base64,${Buffer.from('<p>x</p>').toString('base64')}`, 1],
    ['no comma', 'data:image/png;base64AAAA', 1],
    ['an encoding that is none', 'data:image/svg+xml,%zz', 1],
    ['an svg named as another', `data:image/png,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`, 0],
  ])('takes a data URI with %s for what its bytes are', async (_what, src, failed) => {
    expect((await rendered(shown(src))).failedImages).toHaveLength(failed);
  });

  it('reads no font of a style sheet', async () => {
    const css = '@font-face { font-family: X; src: url(data:font/woff2;base64,AAAA) } p { font-family: X }';
    const tree = box(full, h('style', {}, css), h('p', { style: { fontFamily: 'X' } }, 'hello'));
    expect((await rendered(tree)).failedImages).toEqual([]);
  });
});
