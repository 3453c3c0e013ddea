import { cachedRemoteImageFetcher } from 'image-url-outside/cached-fetcher.ts';
import { expect, it } from 'vitest';

const payer = { accountId: 'ana', purpose: 'image', now: new Date(0) } as const;

it('a remote image is fetched once, and so is its absence', async () => {
  const asked: string[] = [];
  const cached = cachedRemoteImageFetcher({
    fetch: async (url) => {
      asked.push(url);
      return url.includes('gone') ? { ok: false, reason: 'HTTP 404' } : { ok: true, bytes: new Uint8Array(600) };
    },
  });

  for (const url of ['a', 'gone', 'a', 'gone', 'b']) await cached.fetch(url, payer);

  expect(asked).toEqual(['a', 'gone', 'b']);
});

it('what one account cannot fetch, another one asks for', async () => {
  const cached = cachedRemoteImageFetcher({
    fetch: async (_url, { accountId }) =>
      accountId === 'ana' ? { ok: true, bytes: new Uint8Array(6) } : { ok: false, reason: 'not yours' },
  });

  const fetched = [await cached.fetch('a', { ...payer, accountId: 'ben' }), await cached.fetch('a', payer)];

  expect(fetched.map(({ ok }) => ok)).toEqual([false, true]);
});
