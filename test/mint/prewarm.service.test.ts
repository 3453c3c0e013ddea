import { getImagePairs, readImageQuery } from 'image-url-contract/signing/image-query.ts';
import { describe, expect, it } from 'vitest';
import { s3ImageReader } from '../../lambdas/aws/s3/images.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { getTreeAddress, imageFolder, imageName } from '../../lambdas/domain/address.ts';
import { anOwner } from '../support/an-owner.ts';
import { anAccount, aTemplate, card, readUsage, send } from '../support/service.ts';

/**
 * @promise Client classes: A prewarmed image is stored for both classes; if the queue fails, the mint still succeeds,
 *   at most half a second later, with an error in the log and a metric
 * @also test/mint/prewarm-queue.alone.test.ts, test/mint/prewarms.test.ts
 * @figure holds
 */

const cached = (url: string) => {
  const query = readImageQuery(getImagePairs(url.split('?')[1] ?? '') ?? new Map()) ?? expect.fail('unreadable');
  const find = s3ImageReader(readEnvironment('images:read')).find;
  const [address, options] = [getTreeAddress(query), query.options];
  const named = (reader?: 'previewer') => find(`${imageFolder(query, address)}/${imageName(address, options, reader)}`);
  return Promise.all([named(), named('previewer')]);
};
const title = () => ({ title: crypto.randomUUID() });

describe('prewarm', () => {
  it('renders the images of both client classes before the first request, and consumes nothing more', async () => {
    const { caller, templateId } = await anOwner();
    const item = { templateId, format: 'webp', prewarm: true };

    const one = await send('POST', '/v1/url', { caller, body: { ...item, variables: title() } });
    const items = [
      { ...item, variables: title() },
      { ...item, variables: title(), prewarm: false },
    ];
    const batch = await send('POST', '/v1/urls', { caller, body: { items } });

    expect([one.status, batch.status]).toEqual([200, 200]);
    expect(Object.keys(one.json).sort()).toEqual(['expiresAt', 'url']);
    const [first, second] = batch.json.urls;
    for (const url of [one.json.url, first.url]) {
      await expect.poll(async () => (await cached(url)).map((image) => image?.format)).toEqual(['webp', 'jpeg']);
      const read = await fetch(url, { headers: { 'user-agent': 'LinkedInBot/1.0' } });
      expect(read.headers.get('x-image-cache')).toBe('object-cache');
    }
    // by then it would have been rendered too
    expect(await cached(second.url)).toEqual([undefined, undefined]);
    expect(await readUsage(caller)).toEqual({ mints: 3, generations: 0 });
  });

  it('of a mint that is refused renders nothing', async () => {
    const { caller, templateId } = await anOwner(card);
    const { json } = await send('POST', '/v1/url', { caller, body: { templateId, prewarm: true } });
    expect(json.code).toBe('MISSING_TEMPLATE_VARIABLES');
  });

  it.each([['yes'], [1], [null]])('is true or false and not %s', async (prewarm) => {
    const caller = await anAccount();
    const item = { templateId: await aTemplate(caller), prewarm };

    const one = await send('POST', '/v1/url', { caller, body: item });
    const batch = await send('POST', '/v1/urls', { caller, body: { items: [{ templateId: 'any' }, item] } });

    const answer = { code: 'INVALID_BODY', message: 'prewarm must be true or false.' };
    expect([one.status, one.json, batch.status, batch.json]).toEqual([400, answer, 400, { ...answer, item: 1 }]);
    expect(await readUsage(caller)).toEqual({ mints: 0, generations: 0 });
  });
});
