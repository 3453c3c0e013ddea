import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { type EngineName, engineNames } from '#engine/engine-names.ts';
import type { Rendering, RenderTask } from '#engine/isolation/render/messages.ts';
import { closeRenderWorkers, render } from '#engine/isolation/render/render.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { bombs } from '../engine/bombs.ts';
import { box, h } from '../engine/golden/element.ts';
import { withEachEngine } from '../support/each-engine.ts';
import { everyNth, figure } from '../support/effort.ts';
import { processUse } from '../support/held.ts';

const options = { width: 300, height: 200, format: 'png', devicePixelRatio: 1 } as const;
const address = 'https://a.example/picture';
const full = { width: '100%', height: '100%', display: 'flex' };
const shown = (src = address): VElement => box(full, h('img', { src, width: 300, height: 200 }));
const good = box({ ...full, backgroundImage: 'linear-gradient(red, blue)', fontSize: 30 }, 'Good');
const rendered = (engine: EngineName, tree: VElement, images: RenderTask['images'] = {}): Promise<Rendering> =>
  render({ tree, options, images, engine });

const mostRssBytes = 1_600 << 20;

/** The most memory any of this process's children holds while something runs. */
const watched = async <T>(work: Promise<T>): Promise<{ result: T; peakBytes: number }> => {
  let peakBytes = 0;
  const look = () => {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
    for (const pid of children.trim().split(/\s+/).filter(Boolean))
      peakBytes = Math.max(peakBytes, processUse(Number(pid))?.rssBytes ?? 0);
  };
  const timer = setInterval(look, 20);
  try {
    return { result: await work, peakBytes };
  } finally {
    clearInterval(timer);
  }
};

/** How an attack ends: the image is rendered, its box stays empty, or nothing is rendered. */
type Ending = 'rendered' | 'left out' | 'RENDER_ERROR';
const endingOf = (rendering: Promise<Rendering>): Promise<Ending> =>
  rendering.then(
    ({ failedImages }) => (failedImages.length > 0 ? 'left out' : 'rendered'),
    (error: { code: Ending }) => error.code,
  );

/** The images that are rendered; of all others the box stays empty. */
const renderedAnyway = new Set([
  'png of 4,900 square, one bit',
  'png of a pixel that unpacks to 200 MB',
  'png with text that unpacks to 200 MB',
  'png with a profile that unpacks to 200 MB',
  'png with 100,000 chunks',
  'png of sixteen bits, interlaced, large',
  'jpeg of 4,900 square without data',
  'jpeg of 20,000 scans',
  'gif of 50,000 frames',
  'gif of 4,900 square, 200 frames',
  'webp of 10,000 frames',
  'png of one line of 65,535',
  'ten million bytes of one path',
]);
const expectedEnding = (engine: EngineName, what: string): Ending => {
  if (engine === 'takumi' && what === 'png of one line of 65,535') return 'RENDER_ERROR';
  return renderedAnyway.has(what) ? 'rendered' : 'left out';
};

const all = Object.entries(await bombs());
const cases = everyNth(withEachEngine(all.map(([name, bytes]) => ({ name, bytes }))), engineNames.length);
afterAll(closeRenderWorkers);

describe(`${all.length} images that lie, swell or are none`, () => {
  const peaks: number[] = [];

  it.each(cases)('%s: %s: ends as expected, and the next image is as before', async (engine, what, { bytes }) => {
    const alone = await rendered(engine, good);
    const { result, peakBytes } = await watched(endingOf(rendered(engine, shown(), { [address]: bytes })));
    const after = await rendered(engine, good);

    peaks.push(peakBytes);
    expect(result).toBe(expectedEnding(engine, what));
    expect(peakBytes).toBeLessThan(mostRssBytes);
    expect(Buffer.compare(Buffer.from(after.bytes), Buffer.from(alone.bytes))).toBe(0);
  });

  it.each(engineNames)('%s: twenty of them at once', async (engine) => {
    const bit = all.find(([what]) => what.startsWith('png of 4,900'))?.[1] ?? new Uint8Array();
    const addresses = Array.from({ length: 20 }, (_, n) => `${address}/${n}`);
    const tree = box(
      full,
      addresses.map((src) => h('img', { src, width: 30, height: 20 })),
    );
    const images = Object.fromEntries(addresses.map((src, n) => [src, Buffer.concat([bit, Buffer.from([n])])]));

    const { result, peakBytes } = await watched(endingOf(rendered(engine, tree, images)));

    peaks.push(peakBytes);
    expect(result).toBe('rendered');
    expect(peakBytes).toBeLessThan(mostRssBytes);
  });

  it.each<[string, string, Ending?]>([
    [
      'a label that lies',
      'data:text/html;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mO8+vLvfwAJHAPgZ2c8LwAAAABJRU5ErkJggg==',
    ],
    ['no comma', `data:image/png;base64${'A'.repeat(10_000)}`],
    ['percent signs only', `data:image/svg+xml,${'%'.repeat(1_000_000)}`],
    ['a broken encoding', 'data:image/svg+xml,%zz%C3%28%ED%A0%80'],
    ['a million parameters', `data:image/png;${'a=b;'.repeat(500_000)}base64,AAAA`],
    ['spaces before the mark of base64', `data:image/png;${' '.repeat(1_000_000)}base64,AAAA`],
    [
      'an svg under another name',
      `data:image/png,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`,
      'rendered',
    ],
  ])('a data URI with %s', async (_what, src, ending = 'left out') => {
    for (const engine of engineNames) expect(await endingOf(rendered(engine, shown(src)))).toBe(ending);
  });

  it.each(engineNames)('%s: fonts of a style sheet are not read, whatever their headers say', async (engine) => {
    const fonts = all
      .filter(([what]) => what.includes('font'))
      .map(([, bytes]) => Buffer.from(bytes).toString('base64'));
    for (const font of [...fonts, 'A'.repeat(1_000_000)]) {
      const css = `@font-face { font-family: X; src: url(data:font/woff2;base64,${font}) } p { font-family: X }`;
      const tree = box(full, h('style', {}, css), h('p', { className: 'x', style: { fontFamily: 'X' } }, 'hello'));
      expect(await endingOf(rendered(engine, tree))).toBe('rendered');
    }
  });

  afterAll(() => {
    figure('lying images: most memory of a render worker, MiB', (Math.max(...peaks) / (1 << 20)).toFixed(0));
  });
});
