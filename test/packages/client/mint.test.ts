import { limits } from 'image-url-contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../packages/client/src/index.ts';
import { emulator, failed, minted } from './emulator.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe('batches', () => {
  it('answers with the URL and the image behind it, asked for with the key', async () => {
    const { options, requests } = await emulator();
    expect(await createClient(options).mint({ templateId: 'a', variables: { title: 'Hi' }, width: 600 })).toEqual({
      ...{ url: expect.stringContaining('templateId=a'), expiresAt: expect.any(Number) },
      ...{ width: 600, height: 630, contentType: 'image/webp', version: 1, engine: 'satori' },
    });
    expect(requests[0]?.headers.authorization).toBe('Bearer iu_test');
    expect(requests[0]?.items).toEqual([{ templateId: 'a', variables: { title: 'Hi' }, width: 600, details: true }]);
  });

  it('mints URLs of the form "path" one by one, with their own answers and errors', async () => {
    const { options, requests } = await emulator(({ items }) =>
      items[0]?.templateId === 'none' ? failed('TEMPLATE_NOT_FOUND') : minted(items),
    );
    const images = createClient(options);
    const body = { templateId: 'a', form: 'path' } as const;

    const [one, other, gone, query] = await Promise.allSettled([
      images.mint({ ...body, variables: { n: 1 } }),
      images.mint({ ...body, variables: { n: 2 } }),
      images.mint({ ...body, templateId: 'none' }),
      images.mint({ templateId: 'a', variables: { n: 1 } }),
    ]);

    expect([one, other, query].map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(one).toMatchObject({ value: { url: expect.stringContaining('%22n%22%3A1'), width: 1200 } });
    expect(gone).toMatchObject({ reason: { code: 'TEMPLATE_NOT_FOUND' } });
    const forms = requests.map(({ items }) => items.map(({ form }) => form).join()).toSorted();
    expect(forms).toEqual(['', 'path', 'path', 'path']);
  });

  it('mints forty batches of cards of one moment with forty requests, each answered with its own', async () => {
    const { options, requests } = await emulator();
    const images = createClient(options);

    const mint = (n: number) => images.mint({ templateId: 'a', variables: { title: `Card ${n}` } });
    const cards = await Promise.all(numbers(40 * limits.itemsPerMint).map(mint));

    expect(requests.map(({ items }) => items.length)).toEqual(Array(40).fill(limits.itemsPerMint));
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(40);
    expect(cards.filter(({ url }, n) => !url.endsWith(encodeURIComponent(`"Card ${n}"}`)))).toEqual([]);
  });

  it('asks once for what several ask for at once, however they order it', async () => {
    const { options, requests } = await emulator();
    const images = createClient(options);

    await Promise.all([
      images.mint({ templateId: 'a', variables: { one: 1, two: { x: 1, y: 2 } } }),
      images.mint({ variables: { two: { y: 2, x: 1 }, one: 1 }, templateId: 'a' }),
    ]);
    await images.mint({ templateId: 'a', variables: { one: 1, two: { x: 1, y: 2 } } });

    expect(requests.map(({ items }) => items.length)).toEqual([1]);
  });

  it('sends no body larger than the service takes', async () => {
    const { options, requests } = await emulator();
    const images = createClient(options);

    const mint = (n: number) => images.mint({ templateId: 'a', variables: { n, text: 'ü'.repeat(20_000) } });
    await Promise.all(numbers(20).map(mint));

    const bytes = requests.map(({ items }) => Buffer.byteLength(JSON.stringify({ items })));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(262_144);
    expect(requests.length).toBe(4);
  });

  it('refuses a card that is at fault and mints those beside it', async () => {
    const { options, requests } = await emulator(({ items }) => {
      const at = items.findIndex(({ variables }) => variables?.n === 3);
      return at < 0 ? minted(items) : failed('INVALID_WIDTH', { at });
    });
    const images = createClient(options);

    const cards = await Promise.allSettled(numbers(25).map((n) => images.mint({ templateId: 'a', variables: { n } })));

    expect(cards.filter(({ status }) => status === 'fulfilled')).toHaveLength(24);
    expect(cards[3]).toMatchObject({
      reason: {
        code: 'INVALID_WIDTH',
        message: expect.stringMatching(/^width must be a whole number from 1 to 4096\. \(template /),
        requestId: 'r-1',
      },
    });
    expect(requests.map(({ items }) => items.length)).toEqual([25, 24]);
  });

  it('asks once about a template that is gone, not once for each of its cards', async () => {
    const { options, requests } = await emulator(({ items }) => {
      const at = items.findIndex(({ templateId }) => templateId === 'gone');
      return at < 0 ? minted(items) : failed('TEMPLATE_NOT_FOUND', { at });
    });
    const images = createClient(options);

    const mint = (n: number) => images.mint({ templateId: n % 2 ? 'gone' : 'here', variables: { n } });
    const cards = await Promise.allSettled(numbers(20).map(mint));

    expect(cards.map(({ status }) => status === 'fulfilled')).toEqual(numbers(20).map((n) => n % 2 === 0));
    expect(requests).toHaveLength(2);
  });

  it('tries a card first of its batch before it believes that its variables are at fault', async () => {
    const { options, requests } = await emulator(({ items }, n) => {
      const at = items.findIndex(({ variables }) => variables?.bad);
      if (n === 0) return failed('INVALID_VARIABLES', { at: 2 });
      return at < 0 ? minted(items) : failed('INVALID_VARIABLES', { at });
    });
    const images = createClient(options);

    const mint = (n: number) => images.mint({ templateId: 'a', variables: { n, bad: n === 1 } });
    const cards = await Promise.allSettled(numbers(4).map(mint));

    expect(cards.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(requests[1]?.items[0]?.variables?.n).toBe(2);
  });
});

it('templates by name are minted under their id and version, and again under another version', async () => {
  const { options, requests } = await emulator();
  const cache = new Map();

  for (const version of [1, 1, 2]) {
    const images = createClient({ ...options, cache, templates: { article: { templateId: 'tpl-1', version } } });
    await images.mint({ template: 'article', variables: { title: 'Hi' } });
  }

  const item = { templateId: 'tpl-1', variables: { title: 'Hi' }, details: true };
  expect(requests.map(({ items }) => items)).toEqual([[{ ...item, version: 1 }], [{ ...item, version: 2 }]]);
});
