import type { Platform } from 'image-url-contract/schemas/views.ts';
import { siteImagePathOf } from 'image-url-contract/sites/site-path.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { type Page, startPages } from '../support/page-server.ts';
import { anAccount, aTemplate, type Caller, send, service } from '../support/service.ts';

const pages = new Map<string, Page>();
let site: Awaited<ReturnType<typeof startPages>>;
beforeAll(async () => {
  site = await startPages(pages);
});
afterAll(() => site.stop());

const agents = {
  browser: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  linkedin: 'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
  slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  whatsapp: 'WhatsApp/2.23.20.0 A',
} as const satisfies Partial<Record<Platform, string>>;

const fetchAs = async (platform: keyof typeof agents, url: string, method = 'GET'): Promise<number> =>
  (
    await fetch(url, {
      method,
      headers: { 'user-agent': agents[platform], cookie: 'who=me', referer: 'https://a.test/' },
    })
  ).status;

const read = async (caller: Pick<Caller, 'apiKey'>, query = '') =>
  (await send('GET', `/v1/views${query}`, { caller })).json;
const today = () => new Date().toISOString().slice(0, 10);

describe.skipIf(service.stage !== undefined)('GET /v1/views', () => {
  it('says who fetched which image, of each kind, and names no viewer', async () => {
    const caller = await anAccount();
    const [templateId, other] = [await aTemplate(caller), await aTemplate(caller)];
    const minted: string = (await send('POST', '/v1/url', { caller, body: { templateId } })).json.url;
    const onDemand = service.imageUrl + onDemandPath(await aSigningKey(caller), { templateId: other });
    const { siteId } = (await send('POST', '/v1/sites', { caller, body: { origin: site.origin, templateId: other } }))
      .json;
    const path = siteImagePathOf(siteId, '/', 'png');
    pages.set('/', `<title>Home</title><meta property="og:image" content="https://img.example${path}">`);
    const siteImage = service.imageUrl + path;
    const from = today();

    const fetched = [
      ...['browser', 'browser', 'linkedin', 'slack'].map((platform) => [platform, minted]),
      ...[
        ['whatsapp', onDemand],
        ['browser', siteImage],
        ['linkedin', siteImage],
      ],
    ] as [keyof typeof agents, string][];
    for (const [platform, url] of fetched) expect(await fetchAs(platform, url)).toBe(200);
    // none of these is a view
    await fetchAs('browser', minted, 'HEAD');
    await fetchAs('browser', minted.replace('sig=', 'sig=x'));
    const previews = (await send('GET', '/v1/templates?scope=mine', { caller })).json.templates;
    for (const { signedPreviewUrl } of previews) await fetchAs('browser', signedPreviewUrl);
    const query = `?from=${from}&to=${today()}`;
    await expect.poll(async () => (await read(caller, query)).total).toBe(fetched.length);

    const byPlatform = await read(caller, `${query}&by=platform`);
    expect(
      Object.fromEntries(byPlatform.views.map(({ platform, count }: Record<string, never>) => [platform, count])),
    ).toEqual({
      ...{ browser: 3, linkedin: 2, slack: 1, whatsapp: 1 },
    });
    expect((await read(caller, `${query}&by=template`)).views).toEqual([
      { templateId, count: 4 },
      { templateId: other, count: 3 },
    ]);
    const images = await read(caller, `${query}&by=image`);
    expect(images.views[0]).toEqual({ templateId, url: minted, count: 4 });
    expect(images.views).toContainEqual({ templateId: other, url: onDemand, count: 1 });
    expect(images.views).toContainEqual({ templateId: other, url: siteImage, count: 2 });
    expect(await read(caller, `${query}&by=image&limit=1`)).toMatchObject({ views: [{ count: 4 }], total: 7 });
    expect((await read(caller, `${query}&templateId=${other}`)).total).toBe(3);
    const { until, views } = await read(caller);
    expect(views).toHaveLength(30);
    expect(until).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
    expect(JSON.stringify([byPlatform, images])).not.toMatch(/127\.0\.0\.1:(?!\d+\/v1\/)|who=me|a\.test|Mozilla/);
    expect((await read(await anAccount(), query)).total).toBe(0);

    // a key that is confined to a template
    const body = { name: 'confined', scopes: ['usage:read'], templateIds: [other] };
    const confined = (await send('POST', '/v1/keys', { caller, body })).json;
    expect((await read(confined, query)).total).toBe(3);
    // without its site, nobody knows the template of its images
    await send('DELETE', `/v1/sites/${siteId}`, { caller });
    expect((await read(caller, `${query}&by=template`)).views).toContainEqual({ templateId: '', count: 2 });
  });

  it.each([
    'by=country',
    'from=yesterday',
    'from=2026-11-30&to=2026-11-01',
    'from=2024-01-01&to=2026-01-01',
    'limit=0',
    'limit=1001',
    'templateId=',
  ])('refuses ?%s', async (query) => {
    expect((await read(await anAccount(), `?${query}`)).code).toBe('INVALID_QUERY');
  });
});
