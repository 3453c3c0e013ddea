import { describe, expect, it } from 'vitest';
import { openRenderer } from '#engine/engines/open-engine.ts';
import { estimateCost, maxCanvasMargin, msPer } from '#engine/rendering/cost.ts';
import type { VElement } from '#engine/vnode/vnode.ts';
import { engineParts, getScene } from '../../../support/takumi.ts';
import { box } from '../../golden/element.ts';

const engine = openRenderer('takumi', engineParts());
const course = { enter: () => undefined };

const look = async (tree: VElement, devicePixelRatio = 1) => {
  const scene = { ...getScene(tree, 200, 120), devicePixelRatio };
  const { unreadable, paint } = await engine.look(scene, { hasTexts: false, colour: undefined }, course);
  const { data, width, height } = await paint();
  const redAt = (x: number, y: number) => data[(y * width + x) * 4] ?? 0;
  return { messages: unreadable.map(({ message }) => message), redAt, width, height };
};

const page = (style: string, ...children: VElement[]) =>
  box(`position: relative; width: 200; height: 120; background: #000000; ${style}`, ...children);
const glow = (style: string) =>
  box(`position: absolute; width: 100; height: 100; background: #ff0000; filter: blur(10px); ${style}`);
const corner = glow('left: -50px; top: -50px');

describe('a blurred box that leaves the image', () => {
  it.each([
    ['', ''],
    ['in a box that cuts it there', 'overflow: hidden'],
  ])('does not fade at its edge %s', async (_name, style) => {
    const { redAt, messages } = await look(page(style, corner));
    expect(redAt(1, 1)).toBeGreaterThan(240);
    expect(messages).toEqual([]);
  });

  it.each([1, 1.5, 2])('is where it was at %s device pixels', async (devicePixelRatio) => {
    const { redAt, width, height } = await look(
      page('', corner, box('position: absolute; left: 100; top: 60; width: 20; height: 20; background: #ff0000')),
      devicePixelRatio,
    );
    expect([width, height]).toEqual([200 * devicePixelRatio, 120 * devicePixelRatio]);
    const at = (x: number, y: number) => redAt(Math.round(x * devicePixelRatio), Math.round(y * devicePixelRatio));
    expect([at(98, 62), at(102, 62), at(118, 78), at(122, 78)]).toEqual([0, 255, 255, 0]);
  });

  it('is the same as PNG', async () => {
    const scene = { ...getScene(page('', corner)), format: 'png' as const };
    const { bytes } = await engine.render(scene, course);
    expect(Buffer.from(bytes).readUInt32BE(16)).toBe(200);
  });

  it('is told where a box around it cuts it', async () => {
    const inner = box('position: absolute; left: 60; top: 30; width: 100; height: 80; overflow: hidden', corner);
    const { messages } = await look(page('', inner));
    expect(messages).toEqual([expect.stringContaining('fades at the edge of <div>')]);
  });

  it('is told where a fixed box keeps the canvas as large as the image', async () => {
    const fixed = box('position: fixed; right: 10; top: 10; width: 20; height: 20; background: #ff0000');
    const { messages, redAt } = await look(page('', corner, fixed));
    expect(messages).toEqual([expect.stringContaining('the edge of the image')]);
    expect(redAt(185, 15)).toBe(255);
  });

  it('is part of the estimate, up to a limit', async () => {
    const canvas = (200 + 2 * maxCanvasMargin) * (120 + 2 * maxCanvasMargin);
    const huge = box(
      'position: absolute; left: -50000; top: -50000; width: 100000; height: 100000; filter: blur(1000px)',
    );
    const { ms } = estimateCost(page('', box('filter: blur(1000px); width: 0; height: 0')), {
      width: 200,
      height: 120,
      devicePixelRatio: 1,
    });
    expect(ms).toBeGreaterThan((msPer.megapixel * canvas + msPer.blurredMegapixel * 4 * 200 * 120) / 1e6);
    expect((await look(page('', huge))).width).toBe(200);
  });
});
