import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedQuery } from '../../lambdas/core/signing/image-query.ts';
import { newKeyring } from '../../lambdas/core/signing/keyring.ts';
import { fallbackName, imageName, treeAddress } from '../../lambdas/core/vnode/address.ts';
import { packTree } from '../../lambdas/core/vnode/stored-tree.ts';
import { closeDrawers, warmDrawer } from '../../lambdas/isolation/draw/draw.ts';
import type { CachedImage, PortsOf, World } from '../../lambdas/ports/ports.ts';
import { renderImage } from '../../lambdas/usecases/render-image.ts';
import { box } from '../golden/element.ts';

/** resvg ends its process over it: satori writes a shadow whose place is no number. */
const fatal = box({ boxShadow: 'center, 1641px red' }, 'x');

const keyring = newKeyring(new Uint8Array(32), new Date(0));
const query = {
  ...{ templateId: 't', uid: 'u', exp: Date.parse('2030-01-01'), rv: 'e1-0', tv: '1', variables: {} },
  options: { width: 60, height: 40, format: 'png', devicePixelRatio: 1 } as const,
};
const name = imageName(treeAddress(query), query.options);

/** An object cache in memory, and what operators were told. */
const service = (tree = fatal) => {
  const kept = new Map<string, CachedImage>();
  const told: string[] = [];
  const counted: Record<string, number> = {};
  const ports = {
    'signingKeys:verify': { keyring: async () => keyring },
    'images:read': { find: async (key: string) => kept.get(key) },
    'images:write': {
      put: async (key: string, { bytes, format }: CachedImage) => void kept.set(key, { bytes, format }),
    },
    'trees:read': { find: async () => packTree(tree) },
  } as unknown as PortsOf<'renderImage'>;
  const render = (day: string) => {
    const world: World = {
      now: () => new Date(`${day}T12:00:00Z`),
      randomBytes: () => new Uint8Array(16),
      tellQuota: () => undefined,
      log: (_level, message, details) => void told.push(`${message}: ${details?.reason}`),
      count: (values) => {
        for (const [metric, value] of Object.entries(values)) counted[metric] = (counted[metric] ?? 0) + value;
      },
    };
    const [key = expect.fail()] = keyring.keys;
    return renderImage(ports, world, signedQuery(query, key));
  };
  return { kept, told, counted, render };
};

// a second try has the time the first one left, its process's start included
beforeAll(warmDrawer);
afterAll(closeDrawers);

it('tells what the second rasteriser drew, counts it, and keeps it for the day under a name of its own', async () => {
  const { kept, told, counted, render } = service();

  const first = await render('2026-11-22');
  const second = await render('2026-11-22');
  const nextDay = await render('2026-11-23');

  expect([first, second, nextDay].map(({ isFallback, timings }) => [isFallback, timings !== undefined])).toEqual([
    [true, true],
    [true, false],
    [true, true],
  ]);
  expect([...kept.keys()]).toEqual(['2026-11-22', '2026-11-23'].map((day) => fallbackName(name, new Date(day))));
  expect(told).toEqual(Array(2).fill('drawn by another rasteriser: resvg ended its process'));
  expect(counted).toEqual({ RasterFallbacks: 2 });
});

it('finds the picture of the engine itself first, and says nothing of any other', async () => {
  const { kept, told, counted, render } = service(box({}, 'x'));

  const first = await render('2026-11-22');
  kept.set(fallbackName(name, new Date('2026-11-22')), { bytes: new Uint8Array(), format: 'png' });
  const second = await render('2026-11-22');

  expect([first.isFallback, second.isFallback]).toEqual([false, false]);
  expect(second.bytes).toEqual(first.bytes);
  expect([kept.has(name), told, counted]).toEqual([true, [], {}]);
});
