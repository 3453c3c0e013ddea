import { afterAll, beforeAll, expect, it } from 'vitest';
import { warmRenderWorker } from '../../lambdas/isolation/render/render.ts';
import { card, type FaultyService, startFaultyService } from '../faults/service.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { effort, figure } from '../support/effort.ts';
import { emptyImageCache } from '../support/empty-image-cache.ts';

let service: FaultyService;
beforeAll(async () => {
  service = await startFaultyService({}, false);
  await warmRenderWorker();
});
afterAll(async () => {
  await closeWorkers();
  await service.close();
});

it('a deleted template leaves every image it published, byte for byte, with emptied caches', async () => {
  const caller = await service.anAccount();
  const templateId = await service.aTemplate(caller, card('#0a0'));
  const titles = Array.from({ length: effort(6, 1_000) }, (_, n) => `Card ${n}`);
  const urls: string[] = [];
  for (let at = 0; at < titles.length; at += 10) {
    const items = titles.slice(at, at + 10).map((title) => ({ templateId, variables: { title } }));
    const { json } = await service.call('mintUrls', { caller, body: { items } });
    urls.push(...json.urls.map(({ url }: { url: string }) => url));
    // some of them are published by a version that is not the last
    if (at === 0) await service.call('updateTemplate', { caller, path: { templateId }, body: { code: card('#00a') } });
  }
  const before: Buffer[] = [];
  for (const url of urls) before.push((await service.image(url)).bytes);

  expect((await service.call('deleteTemplate', { caller, path: { templateId } })).status).toBe(200);
  await emptyImageCache();

  for (const [n, url] of urls.entries()) {
    const { status, bytes, headers } = await service.image(url);
    expect([n, status, headers['X-Image-Cache']]).toEqual([n, 200, 'render']);
    expect(before[n]?.equals(bytes)).toBe(true);
  }
  expect(new Set(before.map((bytes) => bytes.toString('base64'))).size).toBe(urls.length);
  figure('images of a deleted template, byte for byte', urls.length);
});
