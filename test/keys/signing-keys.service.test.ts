import { limits } from 'image-url-contract/limits.ts';
import { readSigningKey, readSigningKeyId } from 'image-url-contract/signing/signing-secret.ts';
import { describe, expect, it } from 'vitest';
import { aKey } from '../contract/errors/auth.ts';
import { anAccount, aTemplate, type Caller, openCard, send } from '../support/service.ts';

const path = '/v1/signing-keys';
const create = (caller: Caller, body: object = {}) => send('POST', path, { caller, body: { name: 'site', ...body } });
const listed = async (caller: Caller) => (await send('GET', path, { caller })).json.signingKeys;
const dayMs = 86_400_000;

describe('POST /v1/signing-keys', () => {
  it('shows the key once, names the account in it, and ends it with the keyring', async () => {
    const ana = await anAccount();

    const { status, json } = await create(ana, { dailyRenders: 5 });

    expect(status).toBe(201);
    const { signingKey, ...shown } = json;
    expect(shown).toEqual({
      ...{ signingKeyId: expect.any(String), name: 'site', templateIds: null, dailyRenders: 5, monthlyMints: null },
      ...{ expiresAt: expect.any(String), createdAt: expect.any(String) },
    });
    expect(readSigningKey(signingKey)?.key).toBe(shown.signingKeyId);
    expect(readSigningKeyId(shown.signingKeyId)?.accountId).toBe(ana.accountId);
    expect(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)).toBe(limits.urlLifetimeDays * dayMs);
    expect(await listed(ana)).toEqual([shown]);
  });

  it('ends earlier where that is asked for, and never later than the keyring', async () => {
    const ana = await anAccount();
    const [soon, late] = [dayMs, 3_000 * dayMs].map((ms) => new Date(Date.now() + ms).toISOString());
    expect((await create(ana, { expiresAt: soon })).json.expiresAt).toBe(soon);
    expect((await create(ana, { expiresAt: late })).json.expiresAt < (late ?? '')).toBe(true);
  });

  it('passes on no more than the API key has', async () => {
    const ana = await anAccount();
    const [mine, other] = [await aTemplate(ana), await aTemplate(ana, openCard, 'Other')];
    const expiresAt = new Date(Date.now() + dayMs);
    const maker = await aKey(ana, { scopes: ['keys:write', 'mint'], templateIds: [mine], expiresAt });
    expect((await create(maker)).json).toMatchObject({ templateIds: [mine], expiresAt: expiresAt.toISOString() });
    expect((await create(maker, { templateIds: [other] })).json.code).toBe('TEMPLATE_NOT_FOUND');
    expect((await create(await aKey(ana, { scopes: ['mint'] }))).json.code).toBe('INSUFFICIENT_SCOPE');
  });

  it('gives two keys two secrets', async () => {
    const ana = await anAccount();
    const texts = await Promise.all([create(ana), create(ana)]);
    expect(new Set(texts.map(({ json }) => json.signingKey.split('.')[2])).size).toBe(2);
  });

  it.each([
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['dailyRenders', { dailyRenders: -1 }],
    ['templateIds', { templateIds: 'all' }],
  ])('names %s in the refusal of %j', async (field, wrong) => {
    const { status, json } = await create(await anAccount(), wrong);
    expect([status, json.code]).toEqual([400, 'INVALID_BODY']);
    expect(json.message).toContain(field);
  });
});

describe('DELETE /v1/signing-keys/{signingKeyId}', () => {
  it('removes the key and makes room for another', async () => {
    const ana = await anAccount();
    const { signingKeyId } = (await create(ana)).json;
    const { status, json } = await send('DELETE', `${path}/${signingKeyId}`, { caller: ana });
    expect([status, json]).toEqual([200, { signingKeyId }]);
    expect(await listed(ana)).toEqual([]);
    const again = await send('DELETE', `${path}/${signingKeyId}`, { caller: ana });
    expect(again.json.code).toBe('SIGNING_KEY_NOT_FOUND');
  });

  it('revokes the URLs of a key, also of one that is gone, which the account lists and lifts', async () => {
    const ana = await anAccount();
    const { signingKeyId } = (await create(ana)).json;
    await send('DELETE', `${path}/${signingKeyId}`, { caller: ana });

    const { status } = await send('DELETE', `${path}/${signingKeyId}?revoke=true`, { caller: ana });

    expect(status).toBe(200);
    const { revocations } = (await send('GET', '/v1/revocations', { caller: ana })).json;
    expect(revocations).toMatchObject([{ signingKeyId, templateId: '', by: 'account' }]);
    const id = revocations[0].revocationId;
    expect((await send('DELETE', `/v1/revocations/${id}`, { caller: ana })).status).toBe(200);
  });
});
