import { setTimeout as pause } from 'node:timers/promises';
import type { ImageQuery } from 'image-url-contract/signing/image-query.ts';
import { expect, it } from 'vitest';
import { dynamoDbRenderLeases } from '../../lambdas/aws/dynamodb/render-leases.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { getTreeAddress, imageName } from '../../lambdas/domain/address.ts';
import { packTree } from '../../lambdas/domain/stored-tree.ts';
import type { RenderLease } from '../../lambdas/ports/images.ts';
import { box } from '../engine/golden/element.ts';
import { figure } from '../support/effort.ts';
import { anImageQuery, signedUrl, storeTree } from '../support/image-urls.ts';

/**
 * @promise What one signed URL can cost: Many concurrent HTTP requests for an image that exceeds its limit: rendered
 *   once, and the answer says when it will be tried again
 * @figure 201 requests: 1 render
 */

/**
 * @promise What one signed URL can cost: Many concurrent requests for a new image: rendered once
 * @also test/deliver/failing-images.test.ts
 * @figure 40 requests: 1 render
 */

const attemptAt = (query: ImageQuery) =>
  dynamoDbRenderLeases(readEnvironment('renderLeases:acquire')).find(imageName(getTreeAddress(query), query.options));

/** Asks many times at once, each time under another `tv`: one image, and for the edge as many. */
const askAtOnce = async (query: ImageQuery, count: number, from = 0): Promise<Response[]> => {
  const urls = await Promise.all(Array.from({ length: count }, (_, n) => signedUrl({ ...query, tv: `t${from + n}` })));
  return Promise.all(urls.map((url) => fetch(url)));
};

/** Renderings that are each ended after little of what they may take, on a machine that is very busy. */
const mostTries = 8;
const layer = { position: 'absolute', inset: 0, background: 'red', filter: 'blur(40px)' } as const;
/** Layers that take longer together than an image may. */
const slow = box({ width: '100%', height: '100%', display: 'flex' }, ...Array.from({ length: 20 }, () => box(layer)));

it('an image that uses up its rendering is rendered once, however many ask for it', async () => {
  const query = anImageQuery({
    templateId: crypto.randomUUID(),
    rv: 't1-0000000000000000',
    options: { width: 4096, height: 4096, format: 'webp', devicePixelRatio: 1 },
  });
  await storeTree(query, packTree(slow) ?? expect.fail('too large'));

  let answers: Response[] = [];
  let attempt: RenderLease | undefined;
  let tries = 0;
  // where others keep it from the processor, its renderings together have what one may take
  do {
    await pause(Math.max(0, (attempt?.retryAt.getTime() ?? 0) - Date.now()));
    const from = 200 * tries;
    answers = [...(await askAtOnce(query, 100, from)), ...(await askAtOnce(query, 100, from + 100))];
    attempt = await attemptAt(query);
    tries += 1;
  } while (attempt?.number === 0 && tries < mostTries);
  const again = await fetch(await signedUrl({ ...query, tv: `t${200 * tries - 1}` }));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
  expect(attempt).toMatchObject({ number: 1, hasFailed: true });
  for (const { headers } of answers) {
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(headers.get('cache-control')).toBe(`public, max-age=${seconds}`);
  }
  expect([again.status, again.headers.get('x-cache')]).toEqual([500, 'Hit from local edge']);
  figure('renderings for 201 requests of an image that uses up its rendering', attempt?.number ?? 0);
});

it('an image that can be rendered is rendered once, however many ask for it first', async () => {
  const query = anImageQuery({ templateId: crypto.randomUUID() });
  await storeTree(query, packTree(box({}, 'once')) ?? expect.fail('too large'));

  const answers = await askAtOnce(query, 40);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.filter(({ headers }) => headers.get('x-image-cache') === 'render')).toHaveLength(1);
  expect(await attemptAt(query)).toBeUndefined();
});
