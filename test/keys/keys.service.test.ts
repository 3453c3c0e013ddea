import { describe, expect, it } from 'vitest';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { aKey } from '../contract/errors/auth.ts';
import { anOwner } from '../support/an-owner.ts';
import { anAccount, aTemplate, type Caller, openCard, readUsage, send } from '../support/service.ts';

const create = (caller: Caller, body: object) => send('POST', '/v1/keys', { caller, body });
const listed = async (caller: Caller) => (await send('GET', '/v1/keys', { caller })).json.keys;
/** A key of the caller's, made through the API. */
const keyWith = async (caller: Caller, body: object): Promise<Caller & { readonly keyId: string }> => {
  const { status, json } = await create(caller, { name: 'CI', ...body });
  expect(status).toBe(201);
  return { accountId: caller.accountId, apiKey: json.apiKey, keyId: json.keyId };
};
const message = ({ status, json }: { status: number; json: { code?: string; message?: string } }) =>
  json.code === undefined ? `${status}` : `${status} ${json.code}: ${json.message}`;
const today = () => new Date().toISOString().slice(0, 10);

describe('POST /v1/keys', () => {
  it('makes a key that is shown once and does what its scopes say, and nothing else', async () => {
    const { caller: ana, templateId } = await anOwner();
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();

    const { status, json } = await create(ana, { name: 'CI', scopes: ['mint', 'mint'], expiresAt });

    expect(status).toBe(201);
    const key = {
      ...{ keyId: json.keyId, name: 'CI', scopes: ['mint'], templateIds: null, expiresAt },
      ...{ monthlyMints: null, mintsUsed: null, createdAt: expect.any(String), lastUsedOn: null },
    };
    expect(json).toEqual({ keyId: expect.any(String), apiKey: expect.stringMatching(/^iu_/), key });
    const made = { apiKey: json.apiKey };
    expect((await send('POST', '/v1/url', { caller: made, body: { templateId } })).status).toBe(200);
    const lacking = (scope: string) => `403 INSUFFICIENT_SCOPE: This API key lacks the scope ${scope}.`;
    const deleted = await send('DELETE', `/v1/templates/${templateId}`, { caller: made });
    expect(message(deleted)).toBe(lacking('templates:write'));
    expect(message(await send('GET', '/v1/keys', { caller: made }))).toBe(lacking('keys:write'));
    expect(message(await send('GET', '/v1/templates', { caller: made }))).toBe(lacking('templates:read'));
    expect(JSON.stringify(await listed(ana))).not.toContain(json.apiKey);
  });

  it('passes on nothing that the maker lacks', async () => {
    const ana = await anAccount();
    const [mine, other] = [await aTemplate(ana), await aTemplate(ana, openCard, 'Other')];
    const ends = new Date(Date.now() + 3_600_000).toISOString();
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const maker = await keyWith(ana, { scopes: ['keys:write', 'mint'], templateIds: [mine], expiresAt: ends });
    const limited = await keyWith(ana, { scopes: ['keys:write', 'mint'], monthlyMints: 5 });
    const scope = (name: string) => `403 INSUFFICIENT_SCOPE: This API key lacks the scope ${name}.`;

    expect(message(await create(maker, { name: 'x', scopes: ['*'] }))).toBe(scope('*'));
    const writing = await create(maker, { name: 'x', scopes: ['mint', 'templates:write'] });
    expect(message(writing)).toBe(scope('templates:write'));
    const wider = await create(maker, { name: 'x', scopes: ['mint'], templateIds: [mine, other] });
    expect(message(wider)).toMatch(/^404 TEMP/);
    expect(message(await create(limited, { name: 'x', scopes: ['mint'], monthlyMints: 1 }))).toBe(scope('mint'));
    const { json } = await create(maker, { name: 'x', scopes: ['mint'], expiresAt: later });
    expect(json.key).toMatchObject({ templateIds: [mine], expiresAt: ends });
  });

  it.each([
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: 'mint' }],
    ['templateIds', { templateIds: [] }],
    ['templateIds', { templateIds: ['a b'] }],
    ['templateIds', { templateIds: Array.from({ length: 51 }, (_, n) => `t${n}`) }],
    ['expiresAt', { expiresAt: 1_800_000_000 }],
    ['expiresAt', { expiresAt: '2026-02-30T00:00:00Z' }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['monthlyMints', { monthlyMints: 0 }],
    ['monthlyMints', { monthlyMints: 1.5 }],
  ])('names %s in the refusal of %j', async (field, wrong) => {
    const { status, json } = await create(await anAccount(), { name: 'CI', scopes: ['mint'], ...wrong });
    expect([status, json.code]).toEqual([400, 'INVALID_BODY']);
    expect(json.message).toContain(field);
  });
});

describe('a key with a list of templates', () => {
  it('sees no other, in any request', async () => {
    const ana = await anAccount();
    const [mine, other] = [await aTemplate(ana), await aTemplate(ana, openCard, 'Other')];
    const key = await keyWith(ana, { scopes: ['*'], templateIds: [mine] });
    const url = (await send('POST', '/v1/url', { caller: ana, body: { templateId: other } })).json.url;
    const requests = [
      ['POST', '/v1/url', { templateId: other }],
      ['POST', '/v1/urls', { items: [{ templateId: mine }, { templateId: other }] }],
      ['POST', '/v1/templates/check', { templateId: other }],
      ['GET', `/v1/templates/${other}`],
      ['PATCH', `/v1/templates/${other}`, { name: 'x' }],
      ['DELETE', `/v1/templates/${other}`],
      ['GET', `/v1/templates/${other}/versions`],
      ['GET', `/v1/templates/${other}/versions/1`],
      ['POST', `/v1/templates/${other}/versions/1/restore`],
      ['POST', `/v1/templates/${other}/revise`, { prompt: 'x' }],
      ['POST', '/v1/revocations', { templateId: other }],
      ['POST', '/v1/revocations', { url }],
    ] as const;

    for (const [method, path, body] of requests) {
      const { status, json } = await send(method, path, { caller: key, body });
      expect([method, path, status, json.code]).toEqual([method, path, 404, expect.stringMatching(/_NOT_FOUND$/)]);
    }
    const { templates } = (await send('GET', '/v1/templates', { caller: key })).json;
    expect(templates.map(({ _id }: { _id: string }) => _id)).toEqual([mine]);
    expect((await send('POST', '/v1/url', { caller: key, body: { templateId: mine } })).status).toBe(200);
  });

  it('neither sees nor lifts revocations of others, nor gets what another key was answered', async () => {
    const ana = await anAccount();
    const [mine, other] = [await aTemplate(ana), await aTemplate(ana, openCard, 'Other')];
    const key = await keyWith(ana, { scopes: ['*'], templateIds: [mine] });
    const { revocationId } = (await send('POST', '/v1/revocations', { caller: ana, body: { templateId: other } })).json;
    const once = { headers: { 'idempotency-key': 'once' }, body: { templateId: other } };
    expect((await send('POST', '/v1/url', { caller: ana, ...once })).status).toBe(200);

    expect((await send('GET', '/v1/revocations', { caller: key })).json.revocations).toEqual([]);
    const lifted = await send('DELETE', `/v1/revocations/${revocationId}`, { caller: key });
    expect(lifted.json.code).toBe('REVOCATION_NOT_FOUND');
    const repeated = await send('POST', '/v1/url', { caller: key, ...once });
    expect(repeated.json.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('monthlyMints', () => {
  it('lets so many mints through, however many come at once, and counts them for the account too', async () => {
    const { caller: ana, templateId } = await anOwner();
    const key = await keyWith(ana, { scopes: ['mint'], monthlyMints: 4 });
    const mint = () => send('POST', '/v1/url', { caller: key, body: { templateId } });

    const answers = await Promise.all(Array.from({ length: 12 }, mint));

    const codes = answers.map(({ status, json }) => json.code ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(4);
    expect(codes.filter((code) => code === 'KEY_LIMIT_EXCEEDED')).toHaveLength(8);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await readUsage(ana)).mints).toBe(4);
    expect(await listed(ana)).toMatchObject([{ keyId: key.keyId, monthlyMints: 4, mintsUsed: 4 }, {}]);
    const batch = { items: [{ templateId }] };
    expect((await send('POST', '/v1/urls', { caller: key, body: batch })).json.code).toBe('KEY_LIMIT_EXCEEDED');
    expect((await send('POST', '/v1/url', { caller: ana, body: { templateId } })).status).toBe(200);
  });

  it('is given back what the account itself has no units for', async () => {
    const { caller: ana, templateId } = await anOwner(openCard, { plan: 'free', mintsUsed: plans.free.mints - 1 });
    const key = await keyWith(ana, { scopes: ['mint'], monthlyMints: 5 });
    const mint = () => send('POST', '/v1/url', { caller: key, body: { templateId } });
    const codes = (await Promise.all([mint(), mint(), mint()])).map(({ status, json }) => json.code ?? status);
    expect(codes.toSorted()).toEqual([200, 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED']);
    expect(await listed(ana)).toMatchObject([{ mintsUsed: 1 }, {}]);
  });

  it('counts a repeated request once', async () => {
    const { caller: ana, templateId } = await anOwner();
    const key = await keyWith(ana, { scopes: ['mint'], monthlyMints: 1 });
    const mint = () =>
      send('POST', '/v1/url', { caller: key, headers: { 'idempotency-key': 'one' }, body: { templateId } });
    expect([(await mint()).status, (await mint()).status]).toEqual([200, 200]);
    expect(await listed(ana)).toMatchObject([{ mintsUsed: 1 }, {}]);
  });
});

it('GET /v1/keys lists keys that are older than scopes once they were used, and their last day', async () => {
  const { accountId } = await anAccount();
  const old = await aKey({ accountId }, {});
  const keys = await listed(old);
  expect(keys.find(({ keyId }: { keyId: string }) => keyId === old.keyId)).toEqual({
    ...{ keyId: old.keyId, name: '', scopes: ['*'], templateIds: null, expiresAt: null, monthlyMints: null },
    ...{ mintsUsed: null, createdAt: null, lastUsedOn: today() },
  });
});

it('GET /v1/keys/self tells a key of any scope what it may do, and of no other key', async () => {
  const { caller: ana, templateId } = await anOwner();
  const key = await keyWith(ana, { scopes: ['mint'], templateIds: [templateId], monthlyMints: 3 });
  await send('POST', '/v1/url', { caller: key, body: { templateId } });

  const { status, json } = await send('GET', '/v1/keys/self', { caller: key });

  expect([status, json]).toEqual([200, { key: expect.objectContaining({ keyId: key.keyId, lastUsedOn: today() }) }]);
  expect(json.key).toMatchObject({ scopes: ['mint'], templateIds: [templateId], monthlyMints: 3, mintsUsed: 1 });
  expect([json.key]).toEqual((await listed(ana)).filter(({ keyId }: { keyId: string }) => keyId === key.keyId));
  await send('DELETE', `/v1/keys/${key.keyId}`, { caller: ana });
  expect(message(await send('GET', '/v1/keys/self', { caller: key }))).toMatch(/^401 INVALID_API_KEY/);
});

describe('DELETE /v1/keys/{keyId}', () => {
  it('ends the key with the next request, and leaves what it minted', async () => {
    const { caller: ana, templateId } = await anOwner();
    const key = await keyWith(ana, { scopes: ['*'] });
    const { url } = (await send('POST', '/v1/url', { caller: key, body: { templateId } })).json;

    const { status, json } = await send('DELETE', `/v1/keys/${key.keyId}`, { caller: ana });

    expect([status, json]).toEqual([200, { keyId: key.keyId }]);
    expect((await send('GET', '/v1/usage', { caller: key })).json.code).toBe('INVALID_API_KEY');
    expect((await listed(ana)).map(({ keyId }: { keyId: string }) => keyId)).not.toContain(key.keyId);
    expect((await fetch(url)).status).toBe(200);
    expect((await send('DELETE', `/v1/keys/${key.keyId}`, { caller: ana })).json.code).toBe('KEY_NOT_FOUND');
  });

  it('makes room for another', async () => {
    const ana = await anAccount();
    const keys = await Promise.all(Array.from({ length: 100 }, () => keyWith(ana, { scopes: ['mint'] })));
    expect((await create(ana, { name: 'one more', scopes: ['mint'] })).json.code).toBe('TOO_MANY_KEYS');
    await send('DELETE', `/v1/keys/${keys[0]?.keyId}`, { caller: ana });
    expect((await create(ana, { name: 'one more', scopes: ['mint'] })).status).toBe(201);
    expect(await listed(ana)).toHaveLength(101);
  });
});
