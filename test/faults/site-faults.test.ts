import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dynamoDbSitePages } from '../../lambdas/aws/dynamodb/sites.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
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
/** Has the page be read again at the next request, as when its time is over. */
const age = async (page: string): Promise<void> => {
  const store = dynamoDbSitePages(readEnvironment('sitePages:write'));
  const found = (await store.find(siteId, imageOf(page))) ?? expect.fail('not remembered');
  const aged = { ...found, readAgainAt: new Date(0) };
  await store.put(caller.accountId, siteId, imageOf(page), aged, new Date('2099-01-01'));
};

describe('a page that changes', () => {
  it('shows the old image until it is read again, then the new one for one more unit', async () => {
    serve('/title', 'Old');
    const before = await getMints();
    const old = await get('/title');
    serve('/title', 'New');
    const still = await get('/title');
    await age('/title');
    const [shown, again] = [await get('/title'), await get('/title')];
    const mints = await getMints();
    // back to the earlier content: an image that is paid for
    serve('/title', 'Old');
    await age('/title');
    const back = await get('/title');

    expect([old.status, still.status, shown.status]).toEqual([200, 200, 200]);
    expect(shown.bytes).not.toEqual(old.bytes);
    expect([still.bytes, again.bytes, back.bytes]).toEqual([old.bytes, shown.bytes, old.bytes]);
    expect([mints, await getMints()]).toEqual([before + 2, before + 2]);
  });

  it.each([
    ['is gone', () => pages.delete('/kept')],
    ['names its image no more', () => pages.set('/kept', '<title>Other</title>')],
    ['breaks off', () => pages.set('/kept', (_, response) => response.destroy())],
  ])('keeps its image when it %s', async (_what, change) => {
    serve('/kept', 'Kept');
    const first = await get('/kept');
    const before = await getMints();
    await age('/kept');
    change();
    const shown = await get('/kept');
    expect([shown.status, shown.bytes, await getMints()]).toEqual([200, first.bytes, before]);
  });
});

it.each(['throttle', 'error', 'reset', 'lost', 'errorAfter'] as const)(
  'a first request while DynamoDB fails costs one unit at most: %s',
  async (kind) => {
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
      for (const { status } of [first, second]) expect([200, 500], `${kind} ${at}`).toContain(status);
      expect(await getMints()).toBeLessThanOrEqual(before + 1);
      if (first.status === 200 && second.status === 200) expect(second.bytes).toEqual(first.bytes);
    }
  },
);
