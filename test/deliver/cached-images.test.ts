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
