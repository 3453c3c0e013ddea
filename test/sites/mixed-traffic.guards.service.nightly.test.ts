import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from 'image-url-contract/limits.ts';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setAccount } from '../../admin/administer-accounts.ts';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { aKey } from '../contract/errors/auth.ts';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { figure } from '../support/effort.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { startPages } from '../support/page-server.ts';
import { anAccount, aTemplate, type Caller, card, openCard, send, service, store } from '../support/service.ts';

/** How long the traffic lasts. */
const minutes = Number(process.env.TRAFFIC_MINUTES ?? 10);

/* Two servers: of the owner, whose site strangers ask, and of a site that answers every path. */
const known = ['/', '/about', '/blog', '/blog/first', '/blog/second'];
const large = `<title>x</title>${' '.repeat(limits.sitePageBytes)}`;
const image = (siteId: string, page: string) =>
  `<meta property="og:image" content="https://img.example${siteImagePathOf(siteId, page)}">`;

let ownerSite = '';
let catchAllSite = '';
let bytes = 0;
const asked: string[] = [];
const ownerPages = {
  get: (path: string) => (_: unknown, response: import('node:http').ServerResponse) => {
    asked.push(path);
    const isReal = known.includes(path) || path.startsWith('/new/');
    const html = isReal
      ? `<title>Page ${path} ${Math.floor(Date.now() / 60_000)}</title>${image(ownerSite, path)}`
      : large;
    bytes += html.length;
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  },
};
const catchAllPages = {
  get: (path: string) => `<title>Any ${path}</title>${image(catchAllSite, path)}${'x'.repeat(400_000)}`,
};

let owner: Awaited<ReturnType<typeof startPages>>;
let catchAll: Awaited<ReturnType<typeof startPages>>;
beforeAll(async () => {
  owner = await startPages(ownerPages);
  catchAll = await startPages(catchAllPages);
});
afterAll(() => Promise.all([owner.stop(), catchAll.stop()]));

const aSite = async (caller: Caller, origin: string): Promise<string> => {
  const body = { origin, templateId: await aTemplate(caller, openCard, 'Site'), refreshSeconds: 60 };
  const { status, json } = await send('POST', '/v1/sites', { caller, body });
  expect([status, json.code]).toEqual([201, undefined]);
  return json.siteId;
};

/** Fetches from the image host. */
const get = async (path: string): Promise<number> => {
  const response = await fetch(service.imageUrl + path);
  await response.arrayBuffer();
  return response.status;
};

it(`honest requests are answered during ${minutes} minutes of ones that are refused`, async () => {
  const [ana, careless] = [await anAccount(), await anAccount({ plan: 'free' })];
  ownerSite = await aSite(ana, owner.origin);
  catchAllSite = await aSite(careless, catchAll.origin);
  const signingKey = await aSigningKey(ana);
  const [templateId, needy] = [await aTemplate(ana), await aTemplate(ana, card)];
  const broken = onDemandPath(signingKey, { templateId: needy });
  expect(await get(broken)).toBe(422);
  for (const page of known) expect(await get(siteImagePathOf(ownerSite, page))).toBe(200);

  // who asks: free accounts with sites of the owner's origin, one without units, keys with limits
  const free = await Promise.all([1, 2, 3].map(() => anAccount({ plan: 'free' })));
  const strangers = await Promise.all(free.map((caller) => aSite(caller, owner.origin)));
  const poor = await anAccount({ plan: 'free' });
  const poorTemplate = await aTemplate(
    poor,
    openCard.replace('{title}', `<img src="${owner.origin}/a.png" width={9} />`),
  );
  const poorKey = await aSigningKey(poor);
  const poorSite = await aSite(poor, owner.origin);
  await setAccount(store, runtime, poor.accountId, { mintsUsed: plans.free.mints });
  const other = await aTemplate(ana, openCard, 'Other');
  const confined = await aKey(ana, { templateIds: [other], createdAt: new Date() });
  const withoutMint = await aKey(ana, {
    scopes: ['keys:write', 'sites:write', 'templates:write'],
    createdAt: new Date(),
  });

  const startsAt = Date.now();
  const endsAt = startsAt + minutes * 60_000;
  /** Repeats requests of one kind until the end. */
  const repeat = async (everyMs: number, request: (n: number) => Promise<unknown>): Promise<void> => {
    for (let n = 0; Date.now() < endsAt; n += 1) {
      const pause = sleep(everyMs);
      await request(n);
      await pause;
    }
  };

  const refused: string[] = [];
  const durations: number[] = [];
  /** An honest request, which must be answered. */
  const honest = (what: string, everyMs: number, request: (n: number) => Promise<number>) =>
    repeat(everyMs, async (n) => {
      const began = performance.now();
      const status = await request(n);
      durations.push(performance.now() - began);
      if (status !== 200) refused.push(`${what} ${n}: ${status}`);
    });
  const mint = async (n: number): Promise<number> => {
    const body = { templateId, variables: { title: `Honest ${n}` } };
    const { status, json } = await send('POST', '/v1/url', { caller: ana, body });
    return status === 200 ? get(json.url.slice(new URL(json.url).origin.length)) : status;
  };

  /** Statuses below 400 of requests that must all be refused. */
  const granted: string[] = [];
  let strangerCount = 0;
  const stranger = (everyMs: number, request: (n: number) => Promise<unknown>) =>
    repeat(everyMs, async (n) => {
      strangerCount += 1;
      await request(n);
    });
  const refuse = async (caller: Caller, method: string, path: string, body?: object): Promise<void> => {
    const { status } = await send(method, path, { caller, ...(body && { body }) });
    if (status < 400) granted.push(`${method} ${path}`);
  };

  await Promise.all([
    honest('mint', 2_000, mint),
    honest('on-demand', 2_000, (n) =>
      get(onDemandPath(signingKey, { templateId, variables: { title: `Signed ${n}` } })),
    ),
    honest('known page', 1_000, (n) => get(siteImagePathOf(ownerSite, known[n % known.length] as string))),
    honest('new page', 10_000, (n) => get(siteImagePathOf(ownerSite, `/new/${n}`))),
    // invented paths of the owner's site, and through sites of others: pages of 512 KB
    stranger(250, (n) => get(siteImagePathOf(ownerSite, `/invented/${n}`))),
    stranger(250, (n) => get(siteImagePathOf(strangers[n % strangers.length] as string, `/stranger/${n}`))),
    // pages of a catch-all, which consume units while there are any
    stranger(500, (n) => get(siteImagePathOf(catchAllSite, `/any/${n}`))),
    // an account without units
    stranger(500, (n) => get(siteImagePathOf(poorSite, `/poor/${n}`))),
    stranger(500, (n) =>
      get(onDemandPath(poorKey, { templateId: poorTemplate, variables: { title: 'x'.repeat(3_000) + n } })),
    ),
    stranger(1_000, () => refuse(poor, 'PUT', '/v1/fallback', { templateId: poorTemplate })),
    stranger(2_000, () =>
      send('POST', '/v1/templates/check', { caller: poor, body: { templateId: poorTemplate, picture: true } }),
    ),
    // keys with limits
    stranger(500, (n) => refuse(confined, 'PATCH', `/v1/sites/${ownerSite}`, { refreshSeconds: 60 + n })),
    stranger(500, () => refuse(confined, 'POST', '/v1/url', { templateId })),
    stranger(1_000, () => refuse(confined, 'DELETE', `/v1/sites/${ownerSite}`)),
    stranger(1_000, () => refuse(withoutMint, 'POST', '/v1/signing-keys', { name: 'x' })),
    stranger(1_000, () => refuse(withoutMint, 'POST', '/v1/sites', { origin: 'https://a.example', templateId })),
    stranger(1_000, () => refuse(withoutMint, 'PUT', '/v1/fallback', { templateId })),
  ]);

  const lastMinute = Math.ceil((Date.now() - startsAt) / 60_000) + 1;
  const { knownPage, unknownPage, unprovenPage } = limits.fetchedBytesPerHour;
  const hours = Math.ceil(minutes / 60) + 1;
  const of = (prefix: string) => asked.filter((path) => path.startsWith(prefix)).length;
  const listed: { url: string }[] = (await send('GET', '/v1/render-failures', { caller: ana })).json.renderFailures;
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  figure(
    'honest requests',
    `${durations.length}, ${refused.length} refused; median ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms; ${durations.filter((ms) => ms > 2_500).length} slower than 2.5 s`,
  );
  figure('requests of strangers', `${strangerCount} in ${minutes} minutes`);
  figure(
    'the owner was asked for',
    `${asked.length} pages, ${Math.round(bytes / 1e6)} MB: ${of('/invented/')} invented, ${of('/stranger/')} through sites of others, ${of('/poor/')} by an account without units`,
  );
  figure(
    'failures listed',
    `${listed.length}, of these ${listed.filter(({ url }) => url.includes('/v1/s/')).length} of site images`,
  );

  expect(refused).toEqual([]);
  expect(granted).toEqual([]);
  expect(of('/invented/')).toBeLessThanOrEqual(limits.sitePagesPerMinute.unknown * lastMinute);
  expect(of('/stranger/')).toBeLessThanOrEqual(limits.sitePagesPerMinute.unproven * strangers.length * lastMinute);
  expect([of('/poor/'), of('/a.png')]).toEqual([0, 0]);
  expect(bytes).toBeLessThanOrEqual(hours * (knownPage.host + unknownPage.host + unprovenPage.host));
  expect(listed.map(({ url }) => url)).toContain(service.imageUrl + broken);
  expect(listed.filter(({ url }) => url.includes('/v1/s/')).length).toBeLessThanOrEqual(limits.pageFailures);
});
