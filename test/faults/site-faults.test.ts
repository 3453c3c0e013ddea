import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { siteImagePathOf } from '../../lambdas/core/sites/site-path.ts';
import { warmRenderWorker } from '../../lambdas/isolation/render/render.ts';
import { warmSandbox } from '../../lambdas/isolation/sandbox/evaluate.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { effort } from '../support/effort.ts';
import { type Page, startPages } from '../support/page-server.ts';
import type { Fault } from './fault-proxy.ts';
import { type Caller, useFaultyService } from './service.ts';

const { service } = useFaultyService();
const pages = new Map<string, Page>();
let site: Awaited<ReturnType<typeof startPages>>;
let caller: Caller;
let siteId: string;
beforeAll(async () => {
  site = await startPages(pages);
  await Promise.all([warmSandbox(), warmRenderWorker()]);
  caller = await service.anAccount();
});
afterAll(async () => {
  await site.stop();
  await closeWorkers();
});
// of their own: each is read at most so often in a minute
beforeEach(async () => {
  service.cloud.calm();
  const body = { origin: site.origin, templateId: await service.aTemplate(caller), refreshSeconds: 60 };
  siteId = (await service.call('createSite', { caller, body })).json.siteId;
});

const imageOf = (page: string): string => siteImagePathOf(siteId, page, 'png');
const serve = (page: string, title: string): void => {
  pages.set(page, `<title>${title}</title><meta property="og:image" content="https://img.example${imageOf(page)}">`);
};
const get = (page: string) => service.siteImage(imageOf(page));
const getMints = async () => (await service.readUsage(caller)).mints;
describe('a first request while DynamoDB fails', () => {
  it.each(['throttle', 'error', 'reset', 'lost', 'errorAfter'] as const)('costs one unit at most: %s', async (kind) => {
    for (let at = 0; at < 14; at += effort(5, 1)) {
      const page = `/fault-${kind}-${at}`;
      serve(page, page);
      const before = await getMints();
      let n = 0;
      // one call and its repetitions fail; the next request finishes what this one began
      service.cloud.dynamoDb.decide = (): Fault | undefined => {
        n += 1;
        return n > at && n <= at + 3 ? kind : undefined;
      };
      const first = await get(page);
      service.cloud.calm();
      const second = await get(page);
      // a lease of a request that broke off is in force for a while
      expect([kind, at, [200, 500].includes(first.status), [200, 500].includes(second.status)]).toEqual([
        kind,
        at,
        true,
        true,
      ]);
      expect(await getMints()).toBeLessThanOrEqual(before + 1);
      if (first.status === 200 && second.status === 200) expect(second.bytes).toEqual(first.bytes);
    }
  });
});
