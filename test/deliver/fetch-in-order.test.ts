import { fetchWithinBudget } from 'image-url-outside/tree-images.ts';
import { expect, it } from 'vitest';
import type { RemoteImages } from '../../lambdas/ports/images.ts';
import { fc } from '../support/fast-check.ts';

/**
 * @promise What one signed URL can cost: Which remote images exceed the 40 MB depends on their order and sizes, not
 *   on the order in which they arrive
 * @also test/deliver/cached-remote-images.alone.slow.test.ts
 * @figure 300 generated sets; nine photos of 6 MB: the first six
 */

const budgetBytes = 1_000;

/** An image of a size that arrives at a turn of its own. */
const image = fc.record({ bytes: fc.integer({ min: 1, max: 600 }), turn: fc.integer({ min: 0, max: 100 }) });
type Served = typeof image extends fc.Arbitrary<infer One> ? One : never;

/** Serves images in the order of their turns, and counts the fetches of each. */
const server = (images: readonly Served[]) => {
  const fetches = images.map(() => 0);
  const arrivals = images.map(() => Promise.withResolvers<void>());
  const remote: RemoteImages = {
    async fetch(url) {
      const n = Number(url);
      fetches[n] = (fetches[n] ?? 0) + 1;
      await arrivals[n]?.promise;
      return { ok: true, bytes: new Uint8Array(images[n]?.bytes ?? 0) };
    },
  };
  const run = async () => {
    const urls = images.map((_, n) => String(n));
    const fetching = fetchWithinBudget(
      remote,
      urls,
      { accountId: 'ana', purpose: 'image', now: new Date(0) },
      budgetBytes,
    );
    for (const n of images
      .keys()
      .toArray()
      .sort((a, b) => (images[a]?.turn ?? 0) - (images[b]?.turn ?? 0))) {
      arrivals[n]?.resolve();
      await new Promise((done) => setImmediate(done));
    }
    return { fetched: await fetching, fetches };
  };
  return { run };
};

/** Which fit when they are taken in order. */
const thatFit = (images: readonly Served[]): boolean[] => {
  let left = budgetBytes;
  return images.map(({ bytes }) => {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
};

it('images that share room are had or left out by their order and sizes alone, whichever arrives first', async () => {
  const property = fc.asyncProperty(fc.array(image, { minLength: 1, maxLength: 8 }), async (images) => {
    const { fetched, fetches } = await server(images).run();

    const expected = thatFit(images).map((fits, n) => (fits ? images[n]?.bytes : 'too large'));
    expect(fetched.map((one) => (one.ok ? one.bytes.length : one.reason))).toEqual(expected);
    expect(new Set(fetches)).toEqual(new Set([1]));
  });
  await fc.assert(property, { numRuns: 300 });
});
