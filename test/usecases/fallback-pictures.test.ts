import { afterAll, beforeAll, expect, it } from 'vitest';
import { imageName, treeAddress } from '../../lambdas/core/vnode/address.ts';
import { closeDrawers, warmDrawer } from '../../lambdas/isolation/draw/draw.ts';
import { box, h } from '../golden/element.ts';
import { anImage, memoryDelivery } from '../support/memory-delivery.ts';

/** resvg ends its process over it: a blur far off, whose place is not measured because another element is shown in it. */
const fatal = box(
  {},
  h(
    'svg',
    { width: 60, height: 40 },
    h('filter', { id: 'f' }, h('feGaussianBlur', { stdDeviation: 5 })),
    h('g', { filter: 'url(#f)' }, h('use', { href: '#r', y: 99_999 })),
    h('rect', { id: 'r', width: 9, height: 9 }),
  ),
);

const query = anImage();
const name = imageName(treeAddress(query), query.options);

// a second try has the time the first one left, its process's start included
beforeAll(() => warmDrawer());
afterAll(closeDrawers);

it('tells what the second rasteriser drew, counts it, and keeps it for a day', async () => {
  const service = memoryDelivery();
  service.store(query, fatal);
  const renderAt = async (moment: string) => {
    service.now = Date.parse(moment);
    return service.render(query);
  };

  const first = await renderAt('2026-11-22T12:00:00Z');
  const second = await renderAt('2026-11-23T11:59:59Z');
  const nextDay = await renderAt('2026-11-23T12:00:00Z');

  expect([first, second, nextDay].map(({ isFallback, timings }) => [isFallback, timings !== undefined])).toEqual([
    [true, true],
    [true, false],
    [true, true],
  ]);
  expect(service.kept.get(name)?.freshUntil).toEqual(new Date('2026-11-24T12:00:00Z'));
  expect(service.told.map(({ message, details }) => `${message}: ${details.reason}`)).toEqual(
    Array(2).fill('drawn by another rasteriser: resvg ended its process'),
  );
  expect(service.counted).toEqual({ RasterFallbacks: 2 });
});

it('keeps the picture of the engine itself for good, and says nothing of any other', async () => {
  const service = memoryDelivery();
  service.store(query, box({}, 'x'));

  const first = await service.render(query);
  service.now += 365 * 86_400_000;
  const second = await service.render(query);

  expect([first.isFallback, second.isFallback]).toEqual([false, false]);
  expect([second.bytes, second.timings]).toEqual([first.bytes, undefined]);
  expect(service.kept.get(name)).not.toHaveProperty('freshUntil');
  expect([service.told, service.counted]).toEqual([[], {}]);
});
