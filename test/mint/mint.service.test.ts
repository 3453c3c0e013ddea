import { describe, expect, it } from 'vitest';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { anOwner } from '../support/an-owner.ts';
import { anAccount, aTemplate, type Caller, card, openCard, readUsage, send } from '../support/service.ts';

describe('POST /v1/url', () => {
  it('answers with a URL that says what was asked, and takes one unit', async () => {
    const { caller, templateId } = await anOwner();
    const options = { width: 400, format: 'jpeg', quality: 55, devicePixelRatio: 2 };
    const body = { templateId, variables: { title: 'Ünï & co', unseen: 1 }, ...options };

    const { status, json } = await send('POST', '/v1/url', { caller, body });

    expect(status).toBe(200);
    const url = new URL(json.url);
    expect(url.pathname).toBe('/v1/image');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ templateId, uid: caller.accountId, tv: '1', v_title: 'Ünï & co' },
      ...{ width: '400', height: '160', format: 'jpeg', quality: '55', dpr: '2', exp: String(json.expiresAt) },
      ...{
        rv: expect.stringMatching(/^[a-z0-9]+-[0-9a-f]{16}$/),
        sig: expect.stringMatching(/^[0-9a-z]{1,4}\.[0-9a-f]{64}$/),
      },
    });
    expect(json.expiresAt % 86_400_000).toBe(0);
    expect(json.warnings).toEqual(['unseen is not a variable']);
    expect(await readUsage(caller)).toEqual({ mints: 1, generations: 0 });
  });

  it('warns of samples of a starter that the image shows', async () => {
    const caller = await anAccount();
    const getWarnings = async (variables: object, templateId = 'starter-article') =>
      (await send('POST', '/v1/url', { caller, body: { templateId, variables } })).json.warnings;
    const rest = { publication: 'My site', section: 'News', author: '', date: 'Today', readingTime: '' };

    expect(await getWarnings({ title: 'Mine', ...rest })).toBeUndefined();
    const [warning, ...others] = await getWarnings({ ...rest, author: undefined, title: 'Mine' });
    expect([warning, others]).toEqual([
      'samples of the starter are shown: author "Ines Moreau" (send these variables, "" leaves one out)',
      [],
    ]);
    expect((await getWarnings({}))[0]).toMatch(/title ".*publication "The Margin", .* and \d more \(send/);
    // defaults of the account's own template are no samples
    const own = await aTemplate(caller, 'export default ({ a = "Words" }) => <p>{a}</p>;');
    expect(await getWarnings({}, own)).toBeUndefined();
  });

  it.each([
    ['/a.png', /^photo: "\/a.png" is relative/],
    ['ftp://a.test/b.png', /^photo: "ftp:.* cannot be fetched/],
    ['https://', /^photo: "https:\/\/" names no host/],
    [' //cdn.test/a.png', /^photo: "\/\/cdn.test\/a.png" is relative/],
    ['http://10.0.0.7/b.png', /^photo: "http:.* is on a host of your own machine or network/],
    ['http://backend:3000/b.png', /^photo: "http:.* is on a host of your own machine or network/],
    ['https://a.example:8443/b.png', /^photo: "https:.* has port 8443; images are fetched from ports 80 and 443/],
    // fetched in the local run
    ['http://localhost:3000/b.png', undefined],
    ['http://a.example/b.png', undefined],
    ['https://a.example/b.png', undefined],
    ['', undefined],
  ])('warns of an image in a variable that can never be fetched: %j', async (photo, warning) => {
    const caller = await anAccount();
    const code = 'export default ({ photo = "", text = "" }) => <p>{photo && <img src={photo} width={9} />}{text}</p>;';
    const templateId = await aTemplate(caller, code);
    // a text that is no image
    const variables = { photo, text: '/text' };
    const { json } = await send('POST', '/v1/url', { caller, body: { templateId, variables } });
    expect(json.warnings).toEqual(warning && [expect.stringMatching(warning)]);
  });

  it('gives the same URL for the same request on the same day', async () => {
    const { caller, templateId } = await anOwner();
    const mint = async (variables: object) =>
      (await send('POST', '/v1/url', { caller, body: { templateId, variables } })).json.url;
    expect(await mint({ a: 1, title: 'x' })).toBe(await mint({ title: 'x', b: 2 }));
  });

  it('takes a custom tv into the URL and nothing else', async () => {
    const { caller, templateId } = await anOwner();
    const mint = async (tv?: string) =>
      new URL((await send('POST', '/v1/url', { caller, body: { templateId, tv } })).json.url);
    const [own, custom] = [await mint(), await mint('spring')];
    expect(custom.searchParams.get('tv')).toBe('spring');
    expect(custom.searchParams.get('rv')).toBe(own.searchParams.get('rv'));
  });

  it('makes one image of equal requests of an account, with remote images or without, and none of two accounts', async () => {
    const accounts = [await anAccount(), await anAccount()];
    const listed = await send('GET', '/v1/templates?scope=starter', { caller: accounts[0] as Caller });
    const templateId = listed.json.templates.find(({ name }: { name: string }) => name === 'Place')._id;
    const mint = async (caller: Caller, variables: object) => {
      const { json } = await send('POST', '/v1/url', { caller, body: { templateId, variables } });
      return new URL(json.url).searchParams.get('rv') ?? '';
    };
    const remote = { image: 'https://pictures.test/ana.png' };

    const plain = await Promise.all(accounts.map((caller) => mint(caller, {})));
    const own = await Promise.all(accounts.map((caller) => mint(caller, remote)));

    expect(new Set(plain).size).toBe(2);
    expect(own).toEqual(plain);
    expect(own.map((rv) => /-u([0-9A-Za-z]+)/.exec(rv)?.[1])).toEqual(accounts.map(({ accountId }) => accountId));
  });

  it('names the line of a template that fails with the variables', async () => {
    const caller = await anAccount();
    const code = openCard.replace('{title}', "{title === 'bad' ? title.oops.oops : title}");
    const templateId = await aTemplate(caller, code);

    const body = { templateId, variables: { title: 'bad' } };
    const { status, json } = await send('POST', '/v1/url', { caller, body });

    expect([status, json.code]).toEqual([400, 'INVALID_VARIABLES']);
    expect(json.message).toMatch(/line 3/);
    expect(await readUsage(caller)).toEqual({ mints: 0, generations: 0 });
  });

  it('refuses variables that make the URL longer than CloudFront takes', async () => {
    const { caller, templateId } = await anOwner();
    const body = { templateId, variables: { title: 'é '.repeat(1_500) } };
    const { json } = await send('POST', '/v1/url', { caller, body });
    expect(json).toEqual({ code: 'INVALID_VARIABLES', message: expect.stringContaining('8192 bytes') });
  });

  it.each([
    ['the scheme in any case', (key: string) => `bEaReR ${key}`, 404],
    ['another scheme', (key: string) => `Basic ${key}`, 401],
    ['the bare key', (key: string) => key, 401],
    ['two keys', (key: string) => `Bearer ${key} ${key}`, 401],
    ['the key of another form', () => 'Bearer sk_live_1234', 401],
    ['no key', () => 'Bearer', 401],
  ])('reads an Authorization header with %s', async (_what, headerOf, status) => {
    const { apiKey } = await anAccount();
    const headers = { authorization: headerOf(apiKey) };
    expect((await send('POST', '/v1/url', { headers, body: { templateId: 'none' } })).status).toBe(status);
  });

  it('never lets concurrent mints past the limit', async () => {
    const limit = plans.starter.mints;
    const { caller, templateId } = await anOwner(openCard, { plan: 'starter', mintsUsed: limit - 20 });

    const mint = (n: number) =>
      send('POST', '/v1/url', { caller, body: { templateId, variables: { title: `n ${n}` } } });
    const minted = await Promise.all(Array.from({ length: 60 }, (_, n) => mint(n)));

    expect(minted.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = minted.filter(({ status }) => status !== 200);
    for (const { status, json, headers } of refused) {
      expect([status, json.code]).toEqual([429, 'QUOTA_EXCEEDED']);
      expect(json.message).toContain(String(limit));
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await readUsage(caller)).mints).toBe(limit);
  });
});

describe('POST /v1/urls', () => {
  it('mints every item in order and takes a unit for each', async () => {
    const { caller, templateId } = await anOwner();
    const items = Array.from({ length: 25 }, (_, n) => ({ templateId, variables: { title: `${n % 3}` } }));

    const { status, json } = await send('POST', '/v1/urls', { caller, body: { items } });

    expect(status).toBe(200);
    const titles = json.urls.map(({ url }: { url: string }) => new URL(url).searchParams.get('v_title'));
    expect(titles).toEqual(items.map((_, n) => `${n % 3}`));
    expect(json.urls[0]).toEqual({ templateId, url: expect.any(String), expiresAt: expect.any(Number) });
    expect((await readUsage(caller)).mints).toBe(25);
  });

  it('mints nothing when one item is at fault, and names the first', async () => {
    const caller = await anAccount();
    const [open, closed] = [await aTemplate(caller), await aTemplate(caller, card)];
    const batch = (items: unknown[]) => send('POST', '/v1/urls', { caller, body: { items } });

    const lookUps = await batch([{ templateId: open }, { templateId: closed }, { templateId: 'none' }]);
    const rules = await batch([{ templateId: 'none' }, { templateId: open, width: 0 }, { height: 0 }]);

    expect(lookUps.json).toEqual({
      code: 'MISSING_TEMPLATE_VARIABLES',
      message: 'Required variables are missing: author.',
      item: 1,
    });
    expect(rules.json).toEqual({ code: 'INVALID_WIDTH', message: expect.stringMatching(/^width/), item: 1 });
    expect((await readUsage(caller)).mints).toBe(0);
  });

  it('takes all units of a batch or none', async () => {
    const { caller, templateId } = await anOwner(openCard, { plan: 'free', mintsUsed: plans.free.mints - 4 });
    const batch = (size: number) =>
      send('POST', '/v1/urls', { caller, body: { items: Array(size).fill({ templateId }) } });
    expect((await batch(5)).json.code).toBe('QUOTA_EXCEEDED');
    expect((await batch(4)).status).toBe(200);
    expect((await readUsage(caller)).mints).toBe(plans.free.mints);
  });
});
