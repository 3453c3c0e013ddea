import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { warmRenderWorker } from '#engine/isolation/render/render.ts';
import type { Call } from '../support/faults/fault-proxy.ts';
import { type Caller, useFaultyService } from '../support/faults/service.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { type Page, startPages } from '../support/page-server.ts';
import { endLeases } from '../support/rows.ts';

/**
 * @promise On-demand URLs: A process that ends after an answer, before the image is stored, and a bucket that is
 *   down: the next request gets the same bytes, for no unit; two at once get the same. So does a page whose process
 *   ends before it is stored, or that cannot be stored: it is read again
 * @also test/deliver/image-endpoint.test.ts
 * @figure ended at each write of the three kinds of images
 */

/* Work after the answer: what it loses is rendered again, for no unit and with the same bytes. */

const { service } = useFaultyService();
let caller: Caller;
let templateId: string;
let signingKey: string;
let siteId: string;
const pages = new Map<string, Page>();
let site: Awaited<ReturnType<typeof startPages>>;
beforeAll(async () => {
  site = await startPages(pages);
  await warmRenderWorker();
  caller = await service.anAccount();
  templateId = await service.aTemplate(caller);
  signingKey = (await service.call('createSigningKey', { caller, body: { name: 'site' } })).json.signingKey;
  siteId = (await service.call('createSite', { caller, body: { origin: site.origin, templateId } })).json.siteId;
});
afterAll(() => site.stop());

const ways = {
  'an image': async (title: string) => {
    const { json } = await service.call('mintUrl', { caller, body: { templateId, variables: { title } } });
    return () => service.image(json.url);
  },
  'an on-demand image': async (title: string) => {
    const path = onDemandPath(signingKey, { templateId, format: 'webp', variables: { title } });
    return () => service.onDemand(path);
  },
  'a site image': async (title: string) => {
    const page = `/${encodeURIComponent(title)}`;
    const path = siteImagePathOf(siteId, page, 'webp');
    pages.set(page, `<title>${title}</title><meta property="og:image" content="https://img.example${path}">`);
    return () => service.siteImage(path);
  },
};
const isImagePut = ({ operation }: Call): boolean => operation.startsWith('PUT ') && operation.includes('/images/');

it.each(Object.entries(ways).flatMap(([what, open]) => [0, 1].map((n) => ({ what, open, n }))))(
  '$what whose process ends after its answer, before it is stored ($n), has the same bytes for one unit',
  async ({ what, open, n }) => {
    const get = await open(`killed ${what} ${n}`);
    const before = (await service.readUsage(caller)).mints;
    let [puts, isOver] = [0, false];
    const decide = (call: Call) => {
      if (isImagePut(call) && puts++ === n) isOver = true;
      return isOver ? 'reset' : undefined;
    };
    for (const proxy of [service.cloud.dynamoDb, service.cloud.s3]) Object.assign(proxy, { decide });
    const first = await get();
    service.cloud.calm();
    await endLeases();

    const [second, third] = [await get(), await get()];

    expect([first.status, second.status, third.headers['X-Cache']]).toEqual([200, 200, 'object-cache']);
    expect([second.bytes.equals(first.bytes), third.bytes.equals(first.bytes)]).toEqual([true, true]);
    expect((await service.readUsage(caller)).mints - before).toBe(what === 'an image' ? 0 : 1);
  },
);

it.each(Object.entries(ways))(
  '%s is the same for two that ask at once while nothing can be stored',
  async (what, open) => {
    const get = await open(`at once ${what}`);
    const before = (await service.readUsage(caller)).mints;
    service.cloud.s3.decide = (call) => (isImagePut(call) ? 'error' : undefined);

    const [one, two] = await Promise.all([get(), get()]);

    expect([one.status, two.status, one.bytes.equals(two.bytes)]).toEqual([200, 200, true]);
    expect((await service.readUsage(caller)).mints - before).toBe(what === 'an image' ? 0 : 1);
  },
);

it.each([
  { what: 'whose process ends after its answer, before it is stored,', isEnd: true },
  { what: 'that cannot be stored', isEnd: false },
])('a page $what is read again for no further unit', async ({ what, isEnd }) => {
  const get = await ways['a site image'](`lost ${what}`);
  const before = (await service.readUsage(caller)).mints;
  let isOver = false;
  service.cloud.dynamoDb.decide = ({ operation, body }) => {
    const isPage = operation === 'PutItem' && body.includes('site-page');
    isOver ||= isEnd && isPage;
    return isOver || isPage ? 'reset' : undefined;
  };
  const first = await get();
  service.cloud.calm();
  if (isEnd) await endLeases();
  const fetched = site.fetched.length;

  const [second, third] = [await get(), await get()];

  expect([first.status, second.status, site.fetched.length]).toEqual([200, 200, fetched + 1]);
  expect([second.bytes.equals(first.bytes), third.bytes.equals(first.bytes)]).toEqual([true, true]);
  expect((await service.readUsage(caller)).mints - before).toBe(1);
});
