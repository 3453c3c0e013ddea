import { describe, expect, it } from 'vitest';
import { anOwner } from '../support/an-owner.ts';
import { anAccount, aTemplate, type Caller, openCard, send } from '../support/service.ts';

/**
 * @promise URLs, keys and accounts: An account revokes URLs of another, or learns that they exist
 * @how an account can revoke only its own genuine URLs; entries at the edge contain the account, so equal images of
 *   two accounts are revoked separately (decision 166)
 * @also test/templates/tenants.properties.slow.test.ts
 * @figure forged, expired and foreign URLs: one answer, nothing stored
 */

const mint = async (caller: Caller, body: object): Promise<string> =>
  (await send('POST', '/v1/url', { caller, body })).json.url;
const revoke = (caller: Caller, body: object) => send('POST', '/v1/revocations', { caller, body });
const getList = async (caller: Caller) => (await send('GET', '/v1/revocations', { caller })).json.revocations;
const lift = (caller: Caller, id: string) => send('DELETE', `/v1/revocations/${id}`, { caller });

const getFetch = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, init);
  const isImage = response.headers.get('content-type')?.startsWith('image/');
  const message = isImage ? '' : ` ${((await response.json()) as { code: string }).code}`;
  return { verdict: `${response.status}${message}`, cache: response.headers.get('x-cache') };
};
const verdict = async (url: string) => (await getFetch(url)).verdict;

describe('a revoked URL', () => {
  it('is gone at once although the edge holds its image, its twin from another account lives on, and lifting brings it back', async () => {
    const [ana, ben] = [await anAccount(), await anAccount()];
    const body = { templateId: 'starter-article', variables: { title: `Twins ${ana.accountId}` } };
    const [anas, bens] = [await mint(ana, body), await mint(ben, body)];
    expect([await verdict(anas), await verdict(bens)]).toEqual(['200', '200']);
    expect((await getFetch(anas)).cache).toMatch(/^Hit/);

    const { status, json } = await revoke(ana, { url: `${anas}&utm_source=x` });

    expect(status).toBe(201);
    expect(Object.keys(json).sort()).toEqual(['effectiveBy', 'revocationId']);
    expect(new Date(json.effectiveBy).getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    expect(await getFetch(anas)).toEqual({ verdict: '410 URL_REVOKED', cache: null });
    const head = await fetch(anas, { method: 'HEAD' });
    expect([head.status, head.headers.get('cache-control')]).toEqual([410, 'no-store']);
    expect(await verdict(bens)).toBe('200');
    expect((await getFetch(bens)).cache).toMatch(/^Hit/);
    // a forged URL learns nothing of it
    expect(await verdict(anas.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))).toBe('403 INVALID_SIGNATURE');
    // neither does the same account's URL of another image
    expect(await verdict(await mint(ana, { ...body, width: 600 }))).toBe('200');

    expect((await lift(ana, json.revocationId)).json).toEqual({ revocationId: json.revocationId });
    expect(await verdict(anas)).toBe('200');
    expect((await lift(ana, json.revocationId)).json.code).toBe('REVOCATION_NOT_FOUND');
  });

  it('is one revocation however often it is revoked, and is listed as it was minted', async () => {
    const { caller: ana, templateId } = await anOwner();
    const url = await mint(ana, { templateId, variables: { title: "ä & ~!*()'" }, tv: 'mine' });

    const twice = [await revoke(ana, { url }), await revoke(ana, { url: url.replace('&', '&utm=1&') })];

    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(twice[0]?.json.revocationId).toBe(twice[1]?.json.revocationId);
    const { revocationId } = twice[0]?.json ?? {};
    const expiresAt = new Date(Number(new URL(url).searchParams.get('exp'))).toISOString();
    expect(await getList(ana)).toEqual([
      { revocationId, url, templateId, by: 'account', createdAt: expect.any(String), expiresAt },
    ]);
    await lift(ana, revocationId);
    expect(await getList(ana)).toEqual([]);
  });
});

describe('a revoked template', () => {
  const update = async (caller: Caller, templateId: string, background: string) => {
    const code = openCard.replace('#fff', background);
    expect((await send('PATCH', `/v1/templates/${templateId}`, { caller, body: { code } })).status).toBe(200);
  };

  it('takes back every version so far and no later one, the same code restored not excepted', async () => {
    const { caller: ana, templateId } = await anOwner();
    const first = [await mint(ana, { templateId }), await mint(ana, { templateId, tv: '2026' })];
    await update(ana, templateId, '#eee');
    const second = await mint(ana, { templateId });
    const other = await mint(ana, { templateId: await aTemplate(ana) });

    const { json } = await revoke(ana, { templateId });

    for (const url of [...first, second]) expect(await verdict(url)).toBe('410 URL_REVOKED');
    expect(await verdict(other)).toBe('200');
    expect((await send('POST', `/v1/templates/${templateId}/versions/1/restore`, { caller: ana })).status).toBe(200);
    const third = [await mint(ana, { templateId }), await mint(ana, { templateId, tv: '1' })];
    for (const url of third) expect(await verdict(url)).toBe('200');
    // a version is what was revoked, not its URLs of then
    expect(await verdict(await mint(ana, { templateId, version: 1, width: 99 }))).toBe('410 URL_REVOKED');
    expect(await getList(ana)).toMatchObject([{ templateId, upToVersion: 2 }]);
    // the same again covers more, and lifting one leaves the other
    const again = await revoke(ana, { templateId });
    expect(await verdict(third[0] ?? '')).toBe('410 URL_REVOKED');
    await lift(ana, again.json.revocationId);
    expect(await verdict(third[0] ?? '')).toBe('200');
    expect(await verdict(second)).toBe('410 URL_REVOKED');
    await lift(ana, json.revocationId);
    for (const url of [...first, second]) expect(await verdict(url)).toBe('200');
  });

  it('takes back one version where one is named', async () => {
    const { caller: ana, templateId } = await anOwner();
    const urls = [await mint(ana, { templateId })];
    for (const colour of ['#eee', '#ddd']) {
      await update(ana, templateId, colour);
      urls.push(await mint(ana, { templateId }));
    }

    await revoke(ana, { templateId, version: 2 });

    expect(await Promise.all(urls.map(verdict))).toEqual(['200', '410 URL_REVOKED', '200']);
    expect(await getList(ana)).toMatchObject([{ templateId, version: 2 }]);
  });

  it('may be deleted already, or a starter: URLs of other accounts still work', async () => {
    const [ana, ben] = [await anAccount(), await anAccount()];
    const templateId = await aTemplate(ana);
    const [own, anas, bens] = [
      await mint(ana, { templateId }),
      await mint(ana, { templateId: 'starter-quote' }),
      await mint(ben, { templateId: 'starter-quote' }),
    ];
    await send('DELETE', `/v1/templates/${templateId}`, { caller: ana });
    expect(await verdict(own)).toBe('200');

    expect((await revoke(ana, { templateId })).status).toBe(201);
    expect((await revoke(ana, { templateId: 'starter-quote' })).status).toBe(201);

    expect(await Promise.all([own, anas, bens].map(verdict))).toEqual(['410 URL_REVOKED', '410 URL_REVOKED', '200']);
    expect((await revoke(ben, { templateId })).json.code).toBe('TEMPLATE_NOT_FOUND');
    expect((await revoke(ana, { templateId, version: 1 })).json.code).toBe('VERSION_NOT_FOUND');
  });
});

describe('what cannot be revoked', () => {
  it.each<[string, (url: URL) => unknown, number, string]>([
    ['a forged URL', (url) => url.href.replace(/width=\d+/, 'width=7'), 404, 'URL_NOT_FOUND'],
    ['a URL without a signature', (url) => url.href.replace(/&sig=.*/, ''), 404, 'URL_NOT_FOUND'],
    ['an expired one', (url) => url.href.replace(/exp=\d+/, 'exp=1'), 404, 'URL_NOT_FOUND'],
    ['another address', (url) => url.href.replace('/v1/image', '/v1/images'), 404, 'URL_NOT_FOUND'],
    ['a doubled parameter', (url) => `${url.href}&width=7`, 404, 'URL_NOT_FOUND'],
    ['an empty query', (url) => `${url.origin}/v1/image`, 404, 'URL_NOT_FOUND'],
    ['broken percent-encoding', (url) => `${url.href}&v_x=%ff`, 404, 'URL_NOT_FOUND'],
    ['text', () => 'card', 400, 'INVALID_BODY'],
    ['a number', () => 7, 400, 'INVALID_BODY'],
    ['nothing', () => undefined, 400, 'INVALID_BODY'],
    ['null', () => null, 400, 'INVALID_BODY'],
  ])('%s', async (_what, change, status, code) => {
    const ana = await anAccount();
    const url = new URL(await mint(ana, { templateId: 'starter-article' }));
    const answer = await revoke(ana, { url: change(url) });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    if (code === 'INVALID_BODY') expect(answer.json.message).toContain('url');
    expect(await getList(ana)).toEqual([]);
    expect(await verdict(url.href)).toBe('200');
  });

  it('the URL of another account', async () => {
    const [ana, ben] = [await anAccount(), await anAccount()];
    const url = await mint(ana, { templateId: 'starter-article' });

    expect((await revoke(ben, { url })).json.code).toBe('URL_NOT_FOUND');
    expect(await verdict(url)).toBe('200');
    const { revocationId } = (await revoke(ana, { url })).json;
    expect((await lift(ben, revocationId)).json.code).toBe('REVOCATION_NOT_FOUND');
    expect(await getList(ben)).toEqual([]);
    expect(await verdict(url)).toBe('410 URL_REVOKED');
  });

  it.each([
    ['url', { url: 'http://images.test/v1/image', version: 1 }, 'INVALID_BODY', 'version'],
    ['templateId', { templateId: 7 }, 'INVALID_BODY', 'templateId'],
    ['templateId', { templateId: '' }, 'INVALID_BODY', 'templateId'],
    ['both', { templateId: 'x', url: 'http://images.test/v1/image' }, 'INVALID_BODY', 'url'],
    ['neither', {}, 'INVALID_BODY', 'url'],
    ['version', { templateId: 'starter-quote', version: 1.5 }, 'INVALID_VERSION', 'version'],
    ['version', { templateId: 'starter-quote', version: '1' }, 'INVALID_VERSION', 'version'],
    ['version', { templateId: 'starter-quote', version: 999 }, 'VERSION_NOT_FOUND', 'version'],
  ])('a body with a wrong %s: %j', async (_field, body, code, named) => {
    const ana = await anAccount();
    const { json } = await revoke(ana, body);
    expect(json.code).toBe(code);
    expect(json.message).toContain(named);
    expect(await getList(ana)).toEqual([]);
  });
});
