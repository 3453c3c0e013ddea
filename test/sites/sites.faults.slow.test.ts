import { limits } from 'image-url-contract/limits.ts';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import { warmSandbox } from '#engine/isolation/sandbox/evaluate.ts';
import { setAccount } from '../../admin/administer-accounts.ts';
import { sitePages } from '../../lambdas/domain/records/image-records.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { closeWorkers } from '../support/close-workers.ts';
import { effort } from '../support/effort.ts';
import type { Fault } from '../support/faults/fault-proxy.ts';
import { type Caller, useFaultyService } from '../support/faults/service.ts';
import { type Page, startPages } from '../support/page-server.ts';
import { setFields } from '../support/rows.ts';

const { service } = useFaultyService();
const pages = new Map<string, Page>();
let site: Awaited<ReturnType<typeof startPages>>;
let caller: Caller;
let siteId: string;
beforeAll(async () => {
  site = await startPages(pages);
  await Promise.all([warmSandbox(), warmRenderWorker()]);
});
afterAll(async () => {
  await site.stop();
  await closeWorkers();
});
// of their own: each is read at most so often in a minute
beforeEach(async () => {
  service.cloud.calm();
  caller = await service.anAccount();
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
  const key = sitePages.toKey({ siteId, page, path: imageOf(page) });
  await setFields('TREES_TABLE', key, { readAgainAt: new Date(0).toISOString() });
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

describe('a page that is refreshed', () => {
  const refresh = (path: string) => service.call('refreshSite', { caller, path: { siteId }, body: { path } });

  it('is read again with the next request, while strangers used up the reads of unknown pages', async () => {
    serve('/title', 'Old');
    const old = await get('/title');
    const { unproven, unknown } = limits.sitePagesPerMinute;
    const flood = effort(unproven + 5, unknown + 5);
    const strangers = await Promise.all(Array.from({ length: flood }, (_, n) => get(`/stranger/${n}`)));
    serve('/title', 'New');
    const still = await get('/title');
    await refresh('/title');
    const [shown, again] = [await get('/title'), await get('/title')];

    expect(strangers.map(({ status }) => status)).toEqual(Array(flood).fill(404));
    expect([old.status, still.bytes, shown.status]).toEqual([200, old.bytes, 200]);
    expect(shown.bytes).not.toEqual(old.bytes);
    expect(again.bytes).toEqual(shown.bytes);
  });

  it('is used at once where it could not be used', async () => {
    pages.set('/blog/', '<title>T</title>');
    const path = siteImagePathOf(siteId, '/blog/', 'png');
    const before = await service.siteImage(path);
    pages.set('/blog/', `<title>T</title><meta property="og:image" content="https://img.example${path}">`);
    const still = await service.siteImage(path);
    await refresh('/blog/');
    const after = await service.siteImage(path);

    expect([before.status, still.status, after.status]).toEqual([404, 404, 200]);
  });
});

describe('an account', () => {
  it('whose subscription has ended has no page fetched, and keeps its images', async () => {
    serve('/shown', 'Shown');
    const shown = await get('/shown');
    await service.call('refreshSite', { caller, path: { siteId }, body: { path: '/shown' } });
    await setAccount(service.store, runtime, caller.accountId, { status: 'past_due' });
    const before = site.fetched.length;
    const [last, refused] = [await get('/shown'), await get('/other')];

    expect([last.status, last.bytes]).toEqual([200, shown.bytes]);
    expect(refused.status).toBe(402);
    expect(site.fetched.length).toBe(before);
  });
});

it.each(['throttle', 'error', 'reset', 'lost', 'errorAfter'] as const)(
  'a first request while DynamoDB fails costs one unit at most: %s',
  async (kind) => {
    for (let at = 0; at < 20; at += effort(5, 1)) {
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
