import { expect, it } from 'vitest';
import { cachedRemoteImageFetcher } from '../../../lambdas/remote-images/cached-fetcher.ts';

const image = new Uint8Array(600);

/** Room for so many bytes; how many were asked of it. */
const getSpaceFor = (bytes: number) => {
  const asked: number[] = [];
  const grow = (toBytes: number) => asked.push(toBytes) > 0 && toBytes <= bytes;
  return { asked, grow, lost: new AbortController().signal };
};

/** A remote whose addresses are counted; those with `gone` in them have nothing. */
const counted = () => {
  const asked: string[] = [];
  const cached = cachedRemoteImageFetcher({
    fetch: async (url, budget) => {
      asked.push(url);
      if (url.includes('gone')) return { ok: false, reason: 'HTTP 404' };
      if (!budget.grow(image.byteLength)) return { ok: false, reason: 'too large' };
      return { ok: true, bytes: image };
    },
  });
  return { asked, cached };
};

it('a remote image is fetched once, and so is its absence', async () => {
  const { asked, cached } = counted();
  for (const url of ['a', 'gone', 'a', 'gone', 'b']) await cached.fetch(url, getSpaceFor(1_000));
  expect(asked).toEqual(['a', 'gone', 'b']);
});

it('a cached image counts against the budget, and what exceeded it is fetched when there is room', async () => {
  const { asked, cached } = counted();
  const [enough, tooLittle] = [getSpaceFor(600), getSpaceFor(599)];

  expect(await cached.fetch('a', getSpaceFor(1_000))).toMatchObject({ ok: true });
  expect(await cached.fetch('a', enough)).toMatchObject({ ok: true });
  expect(enough.asked).toEqual([600]);
  expect(await cached.fetch('a', tooLittle)).toEqual({ ok: false, reason: 'too large' });
  expect(await cached.fetch('b', tooLittle)).toEqual({ ok: false, reason: 'too large' });
  expect(await cached.fetch('b', getSpaceFor(1_000))).toMatchObject({ ok: true });
  expect(asked).toEqual(['a', 'b', 'b']);
});
