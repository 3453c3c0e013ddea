import { limits } from 'image-url-contract/limits.ts';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dynamoDbBudgets } from '../../lambdas/aws/dynamodb/budgets.ts';
import { dynamoDbSiteUpdater } from '../../lambdas/aws/dynamodb/sites.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { fetchWithinBudgets } from '../../lambdas/fetch/fetch-budget.ts';
import { effort } from '../support/effort.ts';
import { type Page, startPages } from '../support/page-server.ts';
import { renderLeases } from '../support/rows.ts';
import { anAccount, aTemplate, type Caller, readUsage, send, service } from '../support/service.ts';

const pages = new Map<string, Page>();
let site: Awaited<ReturnType<typeof startPages>>;
beforeAll(async () => {
  site = await startPages(pages);
});
afterAll(() => site.stop());

const template = `export const options = { width: 200, height: 100, format: 'png' };
export default ({ title = 'none', author = '', date = '', tint = '#fff' }) => (
  <div style={{ width: '100%', height: '100%', background: tint, fontSize: 20 }}>{title} {author} {date}</div>
);`;

const aSite = async (caller: Caller, body: object = {}): Promise<string> => {
  const templateId = await aTemplate(caller, template);
  const answer = await send('POST', '/v1/sites', { caller, body: { origin: site.origin, templateId, ...body } });
  expect([answer.status, answer.json.code]).toEqual([201, undefined]);
  return answer.json.siteId;
};
const tag = (siteId: string, page: string) =>
  `<meta property="og:image" content="https://img.example${siteImagePathOf(siteId, page, 'png')}">`;
const get = async (siteId: string, page: string, before = '') => {
  const path = siteImagePathOf(siteId, page, 'png').replace(siteId, `${siteId}${before}`);
  const response = await fetch(service.imageUrl + path);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};
const getMints = async (caller: Caller) => (await readUsage(caller)).mints;
/** The image that a mint of the same texts shows. */
const asMinted = async (caller: Caller, siteId: string, variables: object) => {
  const { json } = await send('GET', '/v1/sites', { caller });
  const { templateId } = json.sites.find((one: { siteId: string }) => one.siteId === siteId);
  const minted = await send('POST', '/v1/url', { caller, body: { templateId, variables, format: 'png' } });
  return Buffer.from(await (await fetch(minted.json.url)).arrayBuffer());
};

describe('a site', () => {
  it('is created, listed, changed and deleted, and is nobody else’s', async () => {
    const [ana, ben] = [await anAccount(), await anAccount()];
    const templateId = await aTemplate(ana, template);
    const origin = 'https://example.com';
    const created = await send('POST', '/v1/sites', { caller: ana, body: { origin, templateId } });
    const { siteId } = created.json;
    expect(created.json.site).toMatchObject({
      siteId: expect.stringMatching(new RegExp(`^${ana.accountId}-[0-9A-Za-z]{16}$`)),
      ...{ origin, version: null, map: {}, refreshSeconds: 3_600, dailyRenders: 1_000, paths: null },
    });
    const change = { map: { title: 'jsonld:name' }, dailyRenders: 5, version: 1, paths: ['/blog/**'] };
    const changed = await send('PATCH', `/v1/sites/${siteId}`, { caller: ana, body: change });
    expect(changed.json.site).toMatchObject({ ...change, origin });
    const nothing = { dailyRenders: null, version: null, paths: null };
    const cleared = await send('PATCH', `/v1/sites/${siteId}`, { caller: ana, body: nothing });
    expect(cleared.json.site).toMatchObject({ ...nothing, map: change.map });
    expect((await send('GET', '/v1/sites', { caller: ben })).json.sites).toEqual([]);
    expect((await send('GET', '/v1/sites', { caller: ana })).json.sites).toEqual([cleared.json.site]);
    expect((await send('DELETE', `/v1/sites/${siteId}`, { caller: ana })).json).toEqual({ siteId });
    expect((await send('GET', '/v1/sites', { caller: ana })).json.sites).toEqual([]);
  });

  it('is one for each origin of an account, with or without a slash', async () => {
    const [ana, ben] = [await anAccount({ plan: 'free' }), await anAccount()];
    const create = (caller: Caller, origin: string) =>
      send('POST', '/v1/sites', { caller, body: { origin, templateId: 'starter-article' } });
    const first = await create(ana, 'https://Example.com/');
    const [again, other, bens] = [
      await create(ana, 'https://example.com'),
      await create(ana, 'https://www.example.com'),
      await create(ben, 'https://example.com'),
    ];
    expect(first.json.site).toMatchObject({ origin: 'https://example.com', dailyRenders: 5 });
    expect([again.status, again.json.code]).toEqual([409, 'SITE_EXISTS']);
    expect(again.json.message).toContain(first.json.siteId);
    expect([other.status, bens.status]).toEqual([201, 201]);
    await send('DELETE', `/v1/sites/${first.json.siteId}`, { caller: ana });
    expect((await create(ana, 'https://example.com')).json.siteId).toBe(first.json.siteId);
  });

  it.each([
    ['an address that is none', { origin: 'https://999.1.1.1' }, /origin/],
    ['a port that is none', { origin: 'http://127.0.0.1:99999' }, /origin/],
    ['a shortened address', { origin: 'https://1.2.3' }, /origin/],
    ['two slashes', { origin: 'https://example.com//' }, /origin/],
    ['a query', { origin: 'https://example.com/?' }, /origin/],
    ['no paths', { paths: [] }, /paths/],
    ['a path without a slash', { paths: ['blog'] }, /paths/],
    ['** inside a segment', { paths: ['/a**'] }, /paths/],
    ['too many paths', { paths: Array(51).fill('/a') }, /paths/],
    ['a long path', { paths: [`/${'a'.repeat(200)}`] }, /paths/],
    ['http', { origin: 'http://example.com' }, /origin/],
    ['a path', { origin: 'https://example.com/x' }, /origin/],
    ['a port', { origin: 'https://example.com:8443' }, /origin/],
    ['credentials', { origin: 'https://a:b@example.com' }, /origin/],
    ['no origin', { origin: undefined }, /origin/],
    ['a map with a name of a prototype', { map: JSON.parse('{"__proto__":"title"}') }, /__proto__/],
    ['a map of numbers', { map: { title: 1 } }, /map/],
    ['a map of a field with spaces', { map: { title: 'og title' } }, /map/],
    ['a short refresh', { refreshSeconds: 59 }, /refreshSeconds/],
    ['no daily renders', { dailyRenders: 0 }, /dailyRenders/],
  ])('is not created with %s', async (_what, body, message) => {
    const ana = await anAccount();
    const wrong = { origin: 'https://example.com', templateId: 'starter-article', ...body };
    const { status, json } = await send('POST', '/v1/sites', { caller: ana, body: wrong });
    expect([status, json.code]).toEqual([400, 'INVALID_BODY']);
    expect(json.message).toMatch(message);
  });
});

describe('the image of a page', () => {
  it('shows what the page says, is counted once, and says how long it may be cached', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana);
    const head =
      '<title>Plain</title><meta property="og:title" content="Hello &amp; welcome"><meta name="author" content="Ada">';
    pages.set('/one', `<html><head>${head}${tag(siteId, '/one')}</head><body>`);
    const first = await get(siteId, '/one');
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=60');
    const again = await get(siteId, '/one');
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect([await getMints(ana), site.fetched.filter((path) => path === '/one').length]).toEqual([1, 1]);
    expect(first.bytes.equals(await asMinted(ana, siteId, { title: 'Hello & welcome', author: 'Ada' }))).toBe(true);
  });

  it('may have a part that makes another URL, which the page names', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana);
    pages.set('/again', `<title>T</title>${tag(`${siteId}/~2`, '/again')}`);
    expect((await get(siteId, '/again', '/~2')).status).toBe(200);
    expect((await get(siteId, '/again')).status).toBe(404);
    expect(await getMints(ana)).toBe(1);
  });

  const html = { 'content-type': 'text/html' };
  const elsewhere = /redirected elsewhere|port not allowed/;
  const answering =
    (status: number, headers: Record<string, string>, body = ''): Page =>
    (_, response) =>
      response.writeHead(status, headers).end(body);

  it.each<[string, (siteId: string) => Page, RegExp]>([
    ['a page that does not name it', () => '<title>T</title>', /does not name/],
    ['another page’s image', (siteId) => `<title>T</title>${tag(siteId, '/other')}`, /does not name/],
    ['a tag in the body', (siteId) => `<body>${tag(siteId, '/wrong')}`, /does not name/],
    ['a redirect elsewhere', () => answering(302, { location: 'http://127.0.0.1:1/' }), elsewhere],
    ['a login page of another origin', () => answering(302, { location: 'https://login.example/' }), elsewhere],
    ['a circle', () => answering(302, { location: '/wrong' }), /too many redirects/],
    ['an error page', (siteId) => answering(500, html, tag(siteId, '/wrong')), /HTTP 500/],
    [
      'what is no page',
      (siteId) => answering(200, { 'content-type': 'text/plain' }, tag(siteId, '/wrong')),
      /not a page/,
    ],
    ['a compressed page', () => answering(200, { ...html, 'content-encoding': 'gzip' }, 'x'), /compressed/],
    [
      'a page that ends early',
      () => (_, response) =>
        response.writeHead(200, { ...html, 'content-length': '99' }).write('x', () => response.destroy()),
      /cannot be read/,
    ],
  ])('is refused for %s, counts nothing, and that is remembered', async (_what, page, reason) => {
    const ana = await anAccount();
    const siteId = await aSite(ana);
    pages.set('/wrong', page(siteId));
    const before = site.fetched.length;
    const [first, second] = [await get(siteId, '/wrong'), await get(siteId, '/wrong')];
    const fetched = site.fetched.length - before;
    expect([first.status, second.status, JSON.parse(String(second.bytes)).code]).toEqual([404, 404, 'PAGE_NOT_USABLE']);
    expect(String(second.bytes)).toMatch(reason);
    expect(fetched).toBe(/circle/.test(_what) ? 4 : 1);
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=(29\d|300)$/);
    const failures = await send('GET', '/v1/render-failures', { caller: ana });
    expect(failures.json.renderFailures.map(({ code }: { code: string }) => code)).toContain('PAGE_NOT_USABLE');
    expect(await getMints(ana)).toBe(0);
  });

  it('is the fallback image where the account has one', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana);
    await send('PUT', '/v1/fallback', { caller: ana, body: { templateId: await aTemplate(ana, template) } });
    pages.set('/fallback', '<title>T</title>');
    const shown = await get(siteId, '/fallback');
    expect([shown.status, shown.headers.get('x-image-warning')]).toEqual([
      200,
      expect.stringMatching(/^fallback: .*does not name/),
    ]);
    expect(shown.headers.get('cache-control')).toMatch(/max-age=(20|1\d)$/);
    expect(await getMints(ana)).toBe(0);
  });

  const getMinute = () => Math.floor(Date.now() / 60_000);
  const { unproven, unknown } = limits.sitePagesPerMinute;
  const getFailures = async (caller: Caller) =>
    (await send('GET', '/v1/render-failures', { caller })).json.renderFailures as {
      url: string;
      code: string;
      message: string;
    }[];

  it('reads at most so many invented paths of a site in a minute, of which a row a minute is left', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana);
    const before = site.fetched.length;
    const firstMinute = getMinute();
    const paths = Array.from({ length: unproven + 20 }, (_, n) => `/stranger/${n}`);
    const answers = await Promise.all(paths.map(async (page) => String((await get(siteId, page)).bytes)));
    const fetched = site.fetched.length - before;
    // a page is fetched and names no image, is not answered in time by a busy machine, or is not fetched at all
    const [missing, late, refused] = ['HTTP 404', 'timed out', 'in this minute'].map(
      (reason) => answers.filter((answer) => answer.includes(reason)).length,
    ) as [number, number, number];
    expect(missing + late + refused).toBe(paths.length);
    expect([missing <= fetched, fetched <= missing + late]).toEqual([true, true]);
    const minutes = getMinute() - firstMinute + 1;
    expect(fetched).toBeLessThanOrEqual(unproven * minutes);
    const failures = await getFailures(ana);
    expect(failures.length).toBeLessThanOrEqual(minutes);
    expect(failures.filter(({ message }) => message.includes('in this minute'))).toEqual([]);
    expect(await getMints(ana)).toBe(0);
  });

  it('of a new page is shown while strangers request invented paths', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana);
    pages.set('/known', `<title>Old</title>${tag(siteId, '/known')}`);
    const old = await get(siteId, '/known');
    const invented = Array.from({ length: unproven + 20 }, (_, n) => `/invented/${n}`);
    const answers = await Promise.all(invented.map(async (page) => String((await get(siteId, page)).bytes)));
    pages.set('/new', `<title>Another</title>${tag(siteId, '/new')}`);
    const fresh = await get(siteId, '/new');
    expect(unproven + 20).toBeLessThan(unknown);
    // a busy machine does not answer some in time
    expect(answers.filter((answer) => !/HTTP 404|timed out/.test(answer))).toEqual([]);
    expect([old.status, fresh.status]).toEqual([200, 200]);
  });

  it('of a known page is read again when invented paths have used up the bytes of an hour', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana);
    pages.set('/kept', `<title>Old</title>${tag(siteId, '/kept')}`);
    const old = await get(siteId, '/kept');
    const { consume } = dynamoDbBudgets(readEnvironment('budgets:consume'));
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
    for (const purpose of ['unknownPage', 'unprovenPage'])
      await consume({ owner: `fetch account ${ana.accountId}`, name: `fetched ${purpose} ${hour}`, limit: 1e9 }, 1e9);
    pages.set('/kept', `<title>New</title>${tag(siteId, '/kept')}`);
    await send('POST', `/v1/sites/${siteId}/refresh`, { caller: ana, body: { path: '/kept' } });

    const before = site.fetched.length;
    // another client class, for which the edge has no image
    const headers = { 'user-agent': 'LinkedInBot/1.0' };
    const fresh = await fetch(service.imageUrl + siteImagePathOf(siteId, '/kept', 'png'), { headers });
    const invented = await get(siteId, '/invented-late');

    expect([old.status, fresh.status, site.fetched.slice(before)]).toEqual([200, 200, ['/kept']]);
    expect(String(invented.bytes)).toContain('bytes of pages were read in this hour');
  });

  it('that cannot be rendered is a failure of its own beside those of invented paths', async () => {
    const ana = await anAccount();
    const failing = template.replace("title = 'none'", "title = ''").replace('{title}', '{title.trim() && [].x.y}');
    const siteId = await aSite(ana, { templateId: await aTemplate(ana, failing) });
    pages.set('/mine', `<title>Mine</title>${tag(siteId, '/mine')}`);
    pages.set('/other', '<title>Other</title>');
    const mine = await get(siteId, '/mine');
    for (let n = 0; n < 5; n += 1) await get(siteId, `/no-page/${n}`);
    await get(siteId, '/other');
    const failures = await getFailures(ana);
    expect([mine.status, failures.map(({ code }) => code)]).toEqual([
      422,
      expect.arrayContaining(['INVALID_VARIABLES']),
    ]);
    expect(failures.filter(({ code }) => code === 'PAGE_NOT_USABLE').length).toBeGreaterThanOrEqual(2);
  });

  it('is read again after a refresh that was asked for while it was read', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana);
    let title = 'Old';
    pages.set('/slow', (_request, response) => {
      const text = `<title>${title}</title>${tag(siteId, '/slow')}`;
      title = 'New';
      void send('POST', `/v1/sites/${siteId}/refresh`, { caller: ana, body: { path: '/slow' } }).then(() =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(text),
      );
    });
    await get(siteId, '/slow');
    // what was read is stored after the answer, under the lease of the page
    const isLeased = ({ address }: { address?: unknown }) => String(address).includes(siteId);
    await expect.poll(async () => (await renderLeases()).filter(isLeased)).toEqual([]);
    const before = site.fetched.length;
    // another client class, for which the edge has no image
    const headers = { 'user-agent': 'LinkedInBot/1.0' };
    await fetch(service.imageUrl + siteImagePathOf(siteId, '/slow', 'png'), { headers });
    expect(site.fetched.slice(before)).toEqual(['/slow']);
  });

  it('is of the same site, and of the same budget, with a dot at the end of its host', async () => {
    const ana = await anAccount();
    const templateId = await aTemplate(ana, template);
    const create = (origin: string) => send('POST', '/v1/sites', { caller: ana, body: { origin, templateId } });
    expect((await create('https://dot.example.')).json.site.origin).toBe('https://dot.example');
    expect((await create('https://dot.example')).json.code).toBe('SITE_EXISTS');
    const owners = new Set<string>();
    const consume = async ({ owner }: { readonly owner: string }) => owners.add(owner).size > 0;
    const budgets = { consume, release: async () => undefined };
    for (const host of ['dot.example', 'dot.example.'])
      await fetchWithinBudgets(
        budgets,
        { accountId: 'a', purpose: 'image', now: new Date() },
        9,
        ({ checkAdmission }) => checkAdmission(host),
      );
    expect([...owners]).toEqual(['fetch account a', 'fetch host dot.example']);
  });

  it('is refreshed by a path that a page can have only', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana);
    const refresh = (path: string) => send('POST', `/v1/sites/${siteId}/refresh`, { caller: ana, body: { path } });
    const refreshed = await refresh('/blog/index');
    expect([refreshed.status, refreshed.json]).toEqual([200, { siteId, path: '/blog/' }]);
    for (const path of ['/../x', '/a?b', 'x', '/a//b']) expect((await refresh(path)).json.code).toBe('INVALID_BODY');
  });

  it('is not read outside the paths of its site', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana, { paths: ['/', '/blog/**', '/docs/*.html'] });
    for (const page of ['/', '/blog/a/b', '/docs/x.html', '/shop', '/docs/a/x.html'])
      pages.set(page, `<title>T</title>${tag(siteId, page)}`);
    const before = site.fetched.length;
    for (const page of ['/shop', '/docs/a/x.html', '/blogs']) {
      const { status, bytes } = await get(siteId, page);
      expect([status, String(bytes)]).toEqual([404, expect.stringContaining('do not include')]);
    }
    expect([site.fetched.length, await getFailures(ana)]).toEqual([before, []]);
    for (const page of ['/', '/blog/a/b', '/docs/x.html']) expect((await get(siteId, page)).status).toBe(200);
  });

  it('is not read without images left, and keeps the image that it has', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana, { dailyRenders: 1 });
    pages.set('/left', `<title>Left</title>${tag(siteId, '/left')}`);
    const shown = await get(siteId, '/left');
    await send('POST', `/v1/sites/${siteId}/refresh`, { caller: ana, body: { path: '/left' } });
    const before = site.fetched.length;
    const refused = await Promise.all(Array.from({ length: 10 }, (_, n) => get(siteId, `/used-up/${n}`)));
    expect(refused.map(({ status }) => status)).toEqual(Array(10).fill(429));
    expect((await get(siteId, '/left')).bytes.equals(shown.bytes)).toBe(true);
    expect(site.fetched.length).toBe(before);
    expect((await getFailures(ana)).length).toBeLessThanOrEqual(2);
  });

  it('of a catch-all that names every path is bounded by the units of a day', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana, { dailyRenders: 3 });
    const invented = Array.from({ length: 12 }, (_, n) => `/anything/${n}`);
    for (const page of invented) pages.set(page, `<title>${page}</title>${tag(siteId, page)}`);
    const before = site.fetched.length;
    const statuses = [];
    for (const page of invented) statuses.push((await get(siteId, page)).status);
    expect(statuses).toEqual([...Array(3).fill(200), ...Array(9).fill(429)]);
    expect([site.fetched.length - before, await getMints(ana)]).toEqual([3, 3]);
    expect((await getFailures(ana)).length).toBeLessThanOrEqual(2);
  });

  it('has a daily limit of its own', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana, { dailyRenders: 1 });
    for (const page of ['/a', '/b']) pages.set(page, `<title>Page ${page}</title>${tag(siteId, page)}`);
    expect([(await get(siteId, '/a')).status, (await get(siteId, '/b')).status]).toEqual([200, 429]);
    expect(await getMints(ana)).toBe(1);
  });

  it('stays when its site has ended, and no page is read any more', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana, { refreshSeconds: 60 });
    for (const page of ['/old', '/never']) pages.set(page, `<title>${page}</title>${tag(siteId, page)}`);
    const old = await get(siteId, '/old');
    const writer = dynamoDbSiteUpdater(readEnvironment('sites:update'));
    const record = (await writer.find(ana.accountId, siteId)) ?? expect.fail('no site');
    await writer.replace({ ...record, expiresAt: new Date(Date.now() - 1) }, record);
    await send('POST', `/v1/sites/${siteId}/refresh`, { caller: ana, body: { path: '/old' } });
    const before = site.fetched.length;

    const [last, never] = [await get(siteId, '/old'), await get(siteId, '/never')];

    expect([last.status, last.bytes]).toEqual([200, old.bytes]);
    expect([never.status, String(never.bytes)]).toEqual([404, expect.stringContaining('SITE_NOT_FOUND')]);
    expect([site.fetched.length - before, await getMints(ana)]).toEqual([0, 1]);
  });

  it('ends with its site', async () => {
    const ana = await anAccount();
    const siteId = await aSite(ana);
    pages.set('/end', `<title>T</title>${tag(siteId, '/end')}`);
    expect((await get(siteId, '/end')).status).toBe(200);
    await send('DELETE', `/v1/sites/${siteId}`, { caller: ana });
    expect((await fetch(`${service.imageUrl}${siteImagePathOf(siteId, '/end', 'jpeg')}`)).status).toBe(404);
  });
});

const filler = (kilobytes: number) => `<!-- ${'x'.repeat(kilobytes << 10)} -->`;
/** Five ways in which pages say the same. */
const structures: Readonly<Record<string, (title: string, image: string) => string>> = {
  'meta tags only': (title, image) => `<html><head><meta property="og:title" content="${title}">${image}</head></html>`,
  'JSON-LD only': (title, image) =>
    `<html><head>${image}<script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"S"},{"@type":"Article","headline":"${title}","author":[{"name":"Ada"}],"datePublished":"2026-01-02"}]}</script></head>`,
  'late tags': (title, image) =>
    `<html><head><title>wrong</title>${filler(300)}<meta name="twitter:title" content="${title}">${image}</head>`,
  'broken HTML': (title, image) =>
    `<head></p></title><meta property=og:title content="${title}"></span>${image}${'<div><p>'.repeat(50)}</b></head`,
  'a page of 2 MB': (title, image) => `<html><head><title>${title}</title>${image}</head><body>${filler(2_048)}`,
};

const pageCount = effort(20, 200);
it(`${pageCount} pages of five structures have the right image each`, async () => {
  const ana = await anAccount();
  const siteId = await aSite(ana);
  const all = Array.from({ length: pageCount }, (_, n) => {
    const [name, write] = Object.entries(structures)[n % 5] as [string, (typeof structures)[string]];
    const [page, title] = [`/structure/${n}`, `Title ${n}`];
    pages.set(page, write(title, tag(siteId, page)));
    const texts = name === 'JSON-LD only' ? { title, author: 'Ada', date: '2026-01-02' } : { title };
    return { page, name, texts };
  });
  for (const { page, name, texts } of all) {
    const shown = await get(siteId, page);
    expect([name, shown.status]).toEqual([name, 200]);
    expect([name, shown.bytes.equals(await asMinted(ana, siteId, texts))]).toEqual([name, true]);
  }
  expect(await getMints(ana)).toBe(2 * pageCount);
});

it('many requests at once for new pages: one fetch, one unit and one image for each page', async () => {
  const ana = await anAccount();
  const siteId = await aSite(ana);
  const [requests, count] = [effort(30, 1_000), effort(3, 50)];
  const paths = Array.from({ length: count }, (_, n) => `/crowd/${n}`);
  for (const page of paths) pages.set(page, `<title>Crowd ${page}</title>${tag(siteId, page)}`);
  const show = async (n: number) => ({ n, ...(await get(siteId, paths[n % count] as string)) });
  const shown = await Promise.all(Array.from({ length: requests }, (_, n) => show(n)));
  expect(shown.filter(({ status }) => status !== 200)).toEqual([]);
  expect(site.fetched.filter((path) => path.startsWith('/crowd/')).toSorted()).toEqual(paths.toSorted());
  expect(await getMints(ana)).toBe(count);
  const images = Map.groupBy(shown, ({ n }) => n % count);
  for (const same of images.values()) expect(new Set(same.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  expect((await sharp(shown[0]?.bytes).metadata()).width).toBe(200);
});
