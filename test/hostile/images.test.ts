import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { type EngineName, engineNames } from '../../lambdas/contract/engine-names.ts';
import type { VElement } from '../../lambdas/core/vnode/vnode.ts';
import { closeRenderWorkers, render } from '../../lambdas/isolation/render/render.ts';
import type { Rendering, RenderRequest } from '../../lambdas/isolation/render/render-job.ts';
import { box, h } from '../golden/element.ts';
import { withEachEngine } from '../support/each-engine.ts';
import { everyNth, figure } from '../support/effort.ts';
import { processUse } from '../support/held.ts';
import { bombs } from './bombs.ts';

const options = { width: 300, height: 200, format: 'png', devicePixelRatio: 1 } as const;
const address = 'https://a.example/picture';
const full = { width: '100%', height: '100%', display: 'flex' };
const shown = (src = address): VElement => box(full, h('img', { src, width: 300, height: 200 }));
const good = box({ ...full, backgroundImage: 'linear-gradient(red, blue)', fontSize: 30 }, 'Good');
const rendered = (engine: EngineName, tree: VElement, images: RenderRequest['images'] = {}): Promise<Rendering> =>
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

const all = Object.entries(await bombs());
const cases = everyNth(withEachEngine(all.map(([name, bytes]) => ({ name, bytes }))), engineNames.length);
afterAll(closeRenderWorkers);

describe(`${all.length} images that lie, swell or are none`, () => {
  const peaks: number[] = [];

  it.each(cases)('%s: %s: rendered or left out, and the next image is as it was', async (engine, _what, { bytes }) => {
    const alone = await rendered(engine, good);
    const { result, peakBytes } = await watched(
      rendered(engine, shown(), { [address]: bytes }).catch((error: { code?: string }) => error.code),
    );
    const after = await rendered(engine, good);

    peaks.push(peakBytes);
    expect(typeof result === 'string' ? result : 'drawn').toMatch(/^(drawn|RENDER_ERROR)$/);
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

    const { result, peakBytes } = await watched(
      rendered(engine, tree, images).catch((error: { code?: string }) => error.code),
    );

    peaks.push(peakBytes);
    expect(typeof result === 'string' ? result : 'drawn').toMatch(/^(drawn|RENDER_ERROR)$/);
    expect(peakBytes).toBeLessThan(mostRssBytes);
  });

  it.each([
    [
      'a label that lies',
      'data:text/html;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mO8+vLvfwAJHAPgZ2c8LwAAAABJRU5ErkJggg==',
    ],
    ['no comma', `data:image/png;base64${'A'.repeat(10_000)}`],
    ['percent signs only', `data:image/svg+xml,${'%'.repeat(1_000_000)}`],
    ['a broken encoding', 'data:image/svg+xml,%zz%C3%28%ED%A0%80'],
    ['a million parameters', `data:image/png;${'a=b;'.repeat(500_000)}base64,AAAA`],
    ['spaces before the mark of base64', `data:image/png;${' '.repeat(1_000_000)}base64,AAAA`],
    ['an svg under another name', `data:image/png,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`],
  ])('a data URI with %s', async (_what, src) => {
    for (const engine of engineNames) {
      const result = await rendered(engine, shown(src)).catch((error: { code?: string }) => error.code);

      expect(typeof result === 'string' ? result : 'drawn').toMatch(/^(drawn|RENDER_ERROR)$/);
    }
  });

  it.each(engineNames)('%s: fonts of its own, with lying headers, are not read', async (engine) => {
    const fonts = all
      .filter(([what]) => what.includes('font'))
      .map(([, bytes]) => Buffer.from(bytes).toString('base64'));
    for (const font of [...fonts, 'A'.repeat(1_000_000)]) {
      const css = `@font-face { font-family: X; src: url(data:font/woff2;base64,${font}) } p { font-family: X }`;
      const tree = box(full, h('style', {}, css), h('p', { className: 'x', style: { fontFamily: 'X' } }, 'hello'));
      const result = await rendered(engine, tree).catch((error: { code?: string }) => error.code);
      expect(typeof result === 'string' ? result : 'drawn').toMatch(/^(drawn|RENDER_ERROR)$/);
    }
  });

  afterAll(() => {
    figure('lying images: most memory of a render worker, MiB', (Math.max(...peaks) / (1 << 20)).toFixed(0));
  });
});
