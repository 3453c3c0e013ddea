import { describe, expect, it } from 'vitest';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { anOwner } from '../support/an-owner.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { anAccount, aTemplate, type Caller, card, openCard, readUsage, send, service } from '../support/service.ts';

const linkedIn = 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)';

/** What is answered to a path. */
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(service.imageUrl + path, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const code = type === 'application/json' ? ` ${JSON.parse(bytes.toString()).code}` : '';
  return { verdict: `${response.status}${code}`, type, cache: response.headers.get('cache-control'), bytes };
};
const verdict = async (path: string) => (await get(path)).verdict;
const getMints = async (caller: Caller) => (await readUsage(caller)).mints;
const clearEdge = (path: string, n: number) => `${path}?nothing=${n}`;

describe('the first request of an on-demand URL', () => {
  it('renders the image of a mint and takes one unit; later ones take none', async () => {
    const { caller: ana, templateId } = await anOwner();
    const variables = { title: 'Über 👩‍👧 1+1=100%' };
    const path = onDemandPath(await aSigningKey(ana), { templateId, variables });

    const [first, second] = [await get(path), await get(clearEdge(path, 1))];

    expect([first.verdict, first.type, first.cache]).toEqual(['200', 'image/png', 'public, max-age=86400']);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(await getMints(ana)).toBe(1);
    const { url } = (await send('POST', '/v1/url', { caller: ana, body: { templateId, variables } })).json;
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(first.bytes)).toBe(true);
  });

  it('may be many at once: one unit, one image, all 200', async () => {
    const ana = await anAccount();
    const path = onDemandPath(await aSigningKey(ana), {
      templateId: await aTemplate(ana),
      variables: { title: 'At once' },
    });

    const answers = await Promise.all(Array.from({ length: 40 }, () => get(path)));

    expect(new Set(answers.map((answer) => answer.verdict))).toEqual(new Set(['200']));
    expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
    expect(await getMints(ana)).toBe(1);
  });

  it('is shared by every spelling of the same, and by every key of the account', async () => {
    const { caller: ana, templateId } = await anOwner(card);
    const [one, other] = [await aSigningKey(ana), await aSigningKey(ana)];
    const payload = Buffer.from('{ "author" : "A",\n "title":"T" }').toString('base64url');

    const answers = [
      await get(onDemandPath(one, { templateId, variables: { title: 'T', author: 'A' } })),
      await get(onDemandPath(other, { templateId, variables: { title: 'T', author: 'A' } })),
      await get(onDemandPath(one, { templateId, payload })),
      await get(onDemandPath(one, { templateId, payload, lastDay: '20991231' })),
    ];

    expect(answers.map((answer) => answer.verdict)).toEqual(['200', '200', '200', '200']);
    expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
    expect(await getMints(ana)).toBe(1);
  });

  it('freezes the version: an update, a restoration and a deletion change nothing', async () => {
    const { caller: ana, templateId } = await anOwner();
    const key = await aSigningKey(ana);
    const [path, again] = [onDemandPath(key, { templateId }), onDemandPath(key, { templateId, lastDay: '20991231' })];
    const first = await get(path);
    const body = { code: openCard.replace('#fff', '#c00') };

    expect((await send('PATCH', `/v1/templates/${templateId}`, { caller: ana, body })).status).toBe(200);
    // another address at the edge, and the same image behind it
    expect((await get(again)).bytes.equals(first.bytes)).toBe(true);
    const pinned = [1, 2].map((version) => get(onDemandPath(key, { templateId, version })));
    const [old, current] = await Promise.all(pinned);
    expect(old?.bytes.equals(first.bytes)).toBe(true);
    expect(current?.bytes.equals(first.bytes)).toBe(false);
    expect((await send('DELETE', `/v1/templates/${templateId}`, { caller: ana })).status).toBe(200);
    expect((await get(onDemandPath(key, { templateId, lastDay: '20981231' }))).bytes.equals(first.bytes)).toBe(true);
    expect(await verdict(onDemandPath(key, { templateId, width: 9 }))).toBe('404 TEMPLATE_NOT_FOUND');
    expect(await getMints(ana)).toBe(3);
  });

  it('shows link previewers what they show of a mint', async () => {
    const ana = await anAccount();
    const path = onDemandPath(await aSigningKey(ana), { templateId: await aTemplate(ana), format: 'webp' });
    const [crawler, other] = [await get(path, { 'user-agent': linkedIn }), await get(path)];
    expect([crawler.verdict, crawler.type]).toEqual(['200', expect.stringMatching(/^image\/(jpeg|png)$/)]);
    expect([other.verdict, other.type]).toEqual(['200', 'image/webp']);
    expect(await getMints(ana)).toBe(1);
  });
});

describe('an on-demand URL that cannot be rendered', () => {
  const short = 'public, max-age=60';
  const encoded = (text: string) => Buffer.from(text).toString('base64url');

  it.each([
    ['a payload that is no object', { variables: [1] }],
    ['a key twice', { payload: encoded('{"a":1,"a":2}') }],
    ['a prototype', { payload: encoded('{"__proto__":1}') }],
    ['text that is not UTF-8', { payload: Buffer.from('{"\xff":1}', 'latin1').toString('base64url') }],
    ['a lone surrogate', { payload: encoded('{"title":"\\ud83d"}') }],
    ['too many pixels', { width: 4096, height: 4096, devicePixelRatio: 9 }],
    ['a side that is too long', { width: 9999 }],
  ])('says so for a minute, and takes nothing: %s', async (_what, signed) => {
    const ana = await anAccount();
    const path = onDemandPath(await aSigningKey(ana), { templateId: await aTemplate(ana), ...signed });
    const answers = [await get(path), await get(`${path}?again`)];
    const expected = ['422 INVALID_VARIABLES', short];
    expect(answers.map((answer) => [answer.verdict, answer.cache])).toEqual([expected, expected]);
    expect(await getMints(ana)).toBe(0);
  });

  it('ends with dailyRenders of its key, not with those of others', async () => {
    const { caller: ana, templateId } = await anOwner();
    const [limited, free] = [await aSigningKey(ana, { dailyRenders: 2 }), await aSigningKey(ana)];
    const path = (key: string, title: string) => onDemandPath(key, { templateId, variables: { title } });

    expect(await verdict(path(limited, 'a'))).toBe('200');
    expect(await verdict(path(limited, 'b'))).toBe('200');
    expect(await verdict(path(limited, 'c'))).toBe('429 QUOTA_EXCEEDED');
    expect(await verdict(path(free, 'c'))).toBe('200');
    // the image is there now, whichever key asks for it
    expect(await verdict(clearEdge(path(limited, 'c'), 1))).toBe('200');
    expect(await getMints(ana)).toBe(3);
  });

  it('shows no template outside the key’s list, and none of another account', async () => {
    const [ana, ben] = [await anAccount(), await anAccount()];
    const [mine, other, bens] = [await aTemplate(ana), await aTemplate(ana, openCard, 'Other'), await aTemplate(ben)];
    const key = await aSigningKey(ana, { templateIds: [mine] });
    expect(await verdict(onDemandPath(key, { templateId: mine }))).toBe('200');
    for (const templateId of [other, bens])
      expect(await verdict(onDemandPath(key, { templateId }))).toBe('404 TEMPLATE_NOT_FOUND');
    expect([await getMints(ana), await getMints(ben)]).toEqual([1, 0]);
  });
});

it('a signing key that is deleted ends URLs that were never rendered, and with revoke=true all of them', async () => {
  const { caller: ana, templateId } = await anOwner();
  const key = await aSigningKey(ana);
  const id = key.split('.')[1];
  const [seen, unseen] = ['seen', 'unseen'].map((title) => onDemandPath(key, { templateId, variables: { title } }));
  expect(await verdict(seen ?? '')).toBe('200');

  await send('DELETE', `/v1/signing-keys/${id}`, { caller: ana });

  expect([await verdict(seen ?? ''), await verdict(unseen ?? '')]).toEqual(['200', '403 INVALID_SIGNATURE']);
  await send('DELETE', `/v1/signing-keys/${id}?revoke=true`, { caller: ana });
  expect([await verdict(seen ?? ''), await verdict(unseen ?? '')]).toEqual(['410 URL_REVOKED', '410 URL_REVOKED']);
});

it('revocations take back one URL, or the version that a URL without one shows', async () => {
  const { caller: ana, templateId } = await anOwner();
  const key = await aSigningKey(ana);
  const [one, other] = ['one', 'other'].map((title) => onDemandPath(key, { templateId, variables: { title } })) as [
    string,
    string,
  ];
  expect([await verdict(one), await verdict(other)]).toEqual(['200', '200']);

  const { json } = await send('POST', '/v1/revocations', { caller: ana, body: { url: service.imageUrl + one } });

  expect([await verdict(one), await verdict(other)]).toEqual(['410 URL_REVOKED', '200']);
  const { revocations } = (await send('GET', '/v1/revocations', { caller: ana })).json;
  expect(revocations).toMatchObject([{ url: service.imageUrl + one, templateId }]);
  await send('DELETE', `/v1/revocations/${json.revocationId}`, { caller: ana });
  expect(await verdict(one)).toBe('200');
  await send('POST', '/v1/revocations', { caller: ana, body: { templateId } });
  expect([await verdict(one), await verdict(other)]).toEqual(['410 URL_REVOKED', '410 URL_REVOKED']);
});
