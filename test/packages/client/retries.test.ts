import { describe, expect, it } from 'vitest';
import { createClient } from '../../../packages/client/src/index.ts';
import { pauseMs, retryAfterMs } from '../../../packages/client/src/send.ts';
import { emulator, failed, minted, type Reply } from './emulator.ts';

const atOnce = { headers: { 'retry-after': '0' } };
const getKeys = (requests: readonly { headers: Record<string, unknown> }[]) =>
  new Set(requests.map(({ headers }) => headers['idempotency-key'])).size;

describe('what may pass', () => {
  const passing: [string, Reply | 'hang-up'][] = [
    ['a failure of the service', failed('SERVER_ERROR', atOnce)],
    ['too many requests at once', failed('THROTTLED', atOnce)],
    ['the first request under way', failed('IDEMPOTENCY_IN_PROGRESS', atOnce)],
    ['a gateway without the service', { status: 503, headers: { 'retry-after': '0' }, body: '<h1>503</h1>' }],
    ['a connection that breaks', 'hang-up'],
  ];

  it.each(passing)('is tried again with the same Idempotency-Key: %s', async (_what, reply) => {
    const { options, requests } = await emulator(({ items }, n) => (n < 2 ? reply : minted(items)));
    await createClient(options).mint({ templateId: 'a' });
    expect(requests).toHaveLength(3);
    expect(getKeys(requests)).toBe(1);
  });

  it('is reported after six attempts', async () => {
    const { options, requests } = await emulator(() => failed('SERVER_ERROR', atOnce));

    await expect(createClient(options).mint({ templateId: 'a' })).rejects.toMatchObject({
      name: 'ImageUrlError',
      code: 'SERVER_ERROR',
      status: 500,
      requestId: 'r-1',
    });
    expect(requests).toHaveLength(6);
  });

  it('is not waited for beyond the time that the caller has', async () => {
    const { options, requests } = await emulator(() => failed('THROTTLED', { headers: { 'retry-after': '61' } }));
    await expect(createClient(options).mint({ templateId: 'a' })).rejects.toMatchObject({ code: 'THROTTLED' });
    expect(requests).toHaveLength(1);
  });

  it('waits for Retry-After, or twice as long each time', () => {
    expect([0, 1, 2, 3, 4].map((attempt) => pauseMs(attempt, 1))).toEqual([250, 500, 1_000, 2_000, 4_000]);
    expect(pauseMs(0, 0)).toBe(125);
    expect(retryAfterMs('7', 0)).toBe(7_000);
    expect(retryAfterMs('Thu, 01 Jan 1970 00:00:09 GMT', 2_000)).toBe(7_000);
    expect(retryAfterMs('Thu, 01 Jan 1970 00:00:01 GMT', 2_000)).toBe(0);
    expect([null, '', 'soon'].map((header) => retryAfterMs(header, 0))).toEqual([undefined, undefined, undefined]);
  });
});

describe('what does not pass', () => {
  it('is reported at once: a used-up quota, in one sentence', async () => {
    const reply = {
      status: 429,
      headers: { 'retry-after': '0', 'x-request-id': 'r-9' },
      body: { code: 'QUOTA_EXCEEDED', message: 'The monthly quota of 500 images has been exceeded.' },
    };
    const { options, requests } = await emulator(() => reply);

    await expect(createClient(options).mint({ templateId: 'a' })).rejects.toMatchObject({
      ...{ code: 'QUOTA_EXCEEDED', status: 429, requestId: 'r-9' },
      message: expect.stringMatching(/^The monthly quota of 500 images has been exceeded\. \(template /),
    });
    expect(requests).toHaveLength(1);
  });

  it('is reported at once: an unknown key, and one that arrives as none', async () => {
    const { options, requests, baseUrl } = await emulator((_request, n) =>
      failed(n === 0 ? 'INVALID_API_KEY' : 'MISSING_API_KEY'),
    );
    const images = createClient(options);

    for (const message of ['This API key is not known.', `The apiKey is none of ${baseUrl}: was it copied whole?`])
      await expect(images.mint({ templateId: 'a' })).rejects.toMatchObject({
        ...{ code: 'INVALID_API_KEY', status: 401, message: expect.stringContaining(message) },
      });
    expect(requests).toHaveLength(2);
  });
});
