import type { ErrorCode } from 'image-url-contract/errors.ts';
import { type ApiRouteId, apiRouteIds, getScopes, type Route, routes } from 'image-url-contract/routes.ts';
import { scopes } from 'image-url-contract/scopes.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KeyRecord } from '../../lambdas/ports/records.ts';
import { aKey } from '../contract/errors/auth.ts';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { anAccount, aTemplate, type Caller, card, openCard, send, service } from '../support/service.ts';

/**
 * @promise URLs, keys and accounts: A key with few rights that creates one with more: a signing key or site without
 *   its `monthlyMints`, `templateIds` or expiry; or that deletes and repoints what others created
 * @how one function decides what a new key, signing key, site or fallback image inherits, one what a key may see and
 *   change (`lambdas/access/delegation.ts`); units of all that a limited key created are counted by its own counter
 * @also test/keys/keys.service.test.ts
 * @figure nothing lies outside the limits of the key
 */

/* What API keys with limits get, by route: a route without a row does not compile. */

const limitNames = ['confined', 'limited', 'expiring'] as const;
type LimitName = (typeof limitNames)[number];

/** Things of an account that its unlimited key has created, all of the template `other`. */
interface Things {
  readonly owner: Caller & { readonly keyId: string };
  readonly mine: string;
  readonly other: string;
  readonly siteId: string;
  readonly signingKeyId: string;
}
let things: Things;
let keys: Readonly<Record<LimitName, Caller>>;
const limits = { monthlyMints: 5, expiresAt: new Date(Date.now() + 3_600_000) };

beforeAll(async () => {
  const account = await anAccount();
  const owner = await aKey(account, { createdAt: new Date() });
  const [mine, other] = [await aTemplate(owner), await aTemplate(owner, openCard, 'Other')];
  const site = { origin: 'https://example.com', templateId: other };
  const { siteId } = (await send('POST', '/v1/sites', { caller: owner, body: site })).json;
  const { signingKeyId } = (await send('POST', '/v1/signing-keys', { caller: owner, body: { name: 'site' } })).json;
  expect((await send('PUT', '/v1/fallback', { caller: owner, body: { templateId: other } })).status).toBe(200);
  things = { owner, mine, other, siteId, signingKeyId };
  keys = {
    confined: await aKey(owner, { templateIds: [mine] }),
    limited: await aKey(owner, { monthlyMints: limits.monthlyMints }),
    expiring: await aKey(owner, { expiresAt: limits.expiresAt }),
  };
});

/** Codes that a key gets for its limits. */
const ofLimits: readonly ErrorCode[] = [
  ...(['INSUFFICIENT_SCOPE', 'TEMPLATE_NOT_FOUND', 'URL_NOT_FOUND', 'REVOCATION_NOT_FOUND'] as const),
  ...(['SITE_NOT_FOUND', 'KEY_NOT_FOUND', 'SIGNING_KEY_NOT_FOUND'] as const),
];

/** `as ever`: the limit is none of this route's; `hides`: it lists none of the things; `inherits`: what it makes has the limit. */
type Outcome = 'as ever' | 'hides' | 'inherits' | (typeof ofLimits)[number];
type Request = readonly [path: string, body?: unknown];
type Row = readonly [
  request: (things: Things) => Request | Promise<Request>,
  ...outcomes: (Outcome | readonly Outcome[])[],
];

/** Returns the row of a request that any key may make, or none that is confined to other templates. */
const open = (request: Row[0]): Row => [request, 'as ever', 'as ever', 'as ever'];
const ofTemplate = (request: Row[0]): Row => [request, 'TEMPLATE_NOT_FOUND', 'as ever', 'as ever'];
/** Returns the row of a request about something that only a key without limits covers. */
const ofThing = (request: Row[0], outcome: Outcome): Row => [request, outcome, outcome, outcome];

const revoked = async ({ owner }: Things) => {
  const templateId = await aTemplate(owner);
  return (await send('POST', '/v1/revocations', { caller: owner, body: { templateId } })).json.revocationId;
};

const rows: { readonly [R in ApiRouteId]: Row } = {
  mintUrl: ofTemplate(({ other: templateId }) => ['/v1/url', { templateId }]),
  mintUrls: ofTemplate(({ other: templateId }) => ['/v1/urls', { items: [{ templateId }] }]),
  listTemplates: [() => ['/v1/templates'], 'hides', 'as ever', 'as ever'],
  createTemplate: open(() => ['/v1/templates', { name: 'New', code: openCard }]),
  checkTemplate: ofTemplate(({ other: templateId }) => ['/v1/templates/check', { templateId }]),
  generateTemplates: open(() => ['/v1/templates/generate', { items: [] }]),
  reviseTemplate: ofTemplate(({ other }) => [`/v1/templates/${other}/revise`, { prompt: 'x' }]),
  getGeneration: open(() => ['/v1/generations/none']),
  cancelGeneration: open(() => ['/v1/generations/none']),
  getTemplate: ofTemplate(({ other }) => [`/v1/templates/${other}`]),
  updateTemplate: ofTemplate(({ other }) => [`/v1/templates/${other}`, { name: 'Other' }]),
  deleteTemplate: ofTemplate(async ({ owner }) => [`/v1/templates/${await aTemplate(owner)}`]),
  listVersions: ofTemplate(({ other }) => [`/v1/templates/${other}/versions`]),
  getVersion: ofTemplate(({ other }) => [`/v1/templates/${other}/versions/1`]),
  restoreVersion: ofTemplate(({ other }) => [`/v1/templates/${other}/versions/1/restore`]),
  createRevocation: ofTemplate(async ({ owner }) => ['/v1/revocations', { templateId: await aTemplate(owner) }]),
  listRevocations: [
    async (all) => {
      await revoked(all);
      return ['/v1/revocations'];
    },
    ...(['hides', 'as ever', 'as ever'] as const),
  ],
  deleteRevocation: [
    async (all) => [`/v1/revocations/${await revoked(all)}`],
    ...(['REVOCATION_NOT_FOUND', 'as ever', 'as ever'] as const),
  ],
  createFont: open(() => ['/v1/fonts', {}]),
  listFonts: open(() => ['/v1/fonts']),
  deleteFont: open(() => ['/v1/fonts/none']),
  createAsset: open(() => ['/v1/assets', {}]),
  listAssets: open(() => ['/v1/assets']),
  deleteAsset: open(() => ['/v1/assets/none']),
  createKey: ofThing(() => ['/v1/keys', { name: 'CI', scopes: ['usage:read'] }], 'inherits'),
  listKeys: ofThing(() => ['/v1/keys'], 'hides'),
  getOwnKey: open(() => ['/v1/keys/self']),
  deleteKey: ofThing(({ owner }) => [`/v1/keys/${owner.keyId}`], 'KEY_NOT_FOUND'),
  createSigningKey: ofThing(() => ['/v1/signing-keys', { name: 'site' }], 'inherits'),
  listSigningKeys: ofThing(() => ['/v1/signing-keys'], 'hides'),
  deleteSigningKey: ofThing(
    ({ signingKeyId }) => [`/v1/signing-keys/${signingKeyId}?revoke=true`],
    'SIGNING_KEY_NOT_FOUND',
  ),
  putFallback: ofThing(({ mine: templateId }) => ['/v1/fallback', { templateId }], 'INSUFFICIENT_SCOPE'),
  listRenderFailures: open(() => ['/v1/render-failures']),
  listAudit: ofThing(() => ['/v1/audit'], 'hides'),
  getViews: open(() => ['/v1/views']),
  getUsage: open(() => ['/v1/usage']),
  createSite: [
    ({ other: templateId, owner: { keyId } }) => [
      '/v1/sites',
      { origin: `https://${keyId.toLowerCase()}${Math.random()}.example`, templateId },
    ],
    ...(['TEMPLATE_NOT_FOUND', 'inherits', 'inherits'] as const),
  ],
  listSites: ofThing(() => ['/v1/sites'], 'hides'),
  updateSite: ofThing(({ siteId, mine: templateId }) => [`/v1/sites/${siteId}`, { templateId }], 'SITE_NOT_FOUND'),
  refreshSite: ofThing(({ siteId }) => [`/v1/sites/${siteId}/refresh`, { path: '/' }], 'SITE_NOT_FOUND'),
  deleteSite: ofThing(({ siteId }) => [`/v1/sites/${siteId}`], 'SITE_NOT_FOUND'),
};

const request = async (id: ApiRouteId, caller: Caller) => {
  const [path, body] = await rows[id][0](things);
  return send(routes[id].method, path, { caller, ...(body !== undefined && { body }) });
};

describe.each(apiRouteIds)('%s', (id) => {
  it.each(limitNames)('for a key that is %s', async (limit) => {
    const outcome = rows[id][1 + limitNames.indexOf(limit)];

    const { status, json } = await request(id, keys[limit]);

    if (outcome === 'as ever') return expect(ofLimits.filter((code) => code === json.code)).toEqual([]);
    if (outcome !== 'hides' && outcome !== 'inherits') return expect(json.code).toBe(outcome);
    expect([status < 300, json.code]).toEqual([true, undefined]);
    const made = json.site ?? json.key ?? json;
    if (outcome === 'hides')
      for (const one of [
        things.siteId,
        things.signingKeyId,
        things.owner.keyId,
        ...(limit === 'confined' ? [things.other] : []),
      ])
        expect(JSON.stringify(json)).not.toContain(`"${one}"`);
    else if (limit === 'confined') expect(made.templateIds).toEqual([things.mine]);
    else if (limit === 'limited') expect(made.monthlyMints).toBe(limits.monthlyMints);
    else expect(made.expiresAt).toBe(limits.expiresAt.toISOString());
  });

  it.each(getScopes(routes[id] as Route))('is refused without the scope %s', async (scope) => {
    const key = await aKey(things.owner, { scopes: scopes.filter((one) => one !== scope) });
    const { status, json } = await request(id, key);
    expect([status, json.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(json.message).toContain(scope);
  });
});

const aMaker = async (record: Partial<KeyRecord>) => {
  const account = await anAccount();
  const templateId = await aTemplate(account);
  return { account, templateId, maker: await aKey(account, record) };
};
const render = async (path: string) => (await fetch(service.imageUrl + path)).status;

describe('what a key with limits creates', () => {
  it('consumes no more than the key may, all of it together', async () => {
    const { account, templateId, maker } = await aMaker({ monthlyMints: 2 });
    const [one, two] = [await aSigningKey(maker), await aSigningKey(maker)];

    const shown = [];
    for (const [n, key] of [one, two, one, two].entries())
      shown.push(await render(onDemandPath(key, { templateId, variables: { title: `${n}` } })));
    const minted = await send('POST', '/v1/url', { caller: maker, body: { templateId } });

    expect(shown).toEqual([200, 200, 429, 429]);
    expect(minted.json.code).toBe('KEY_LIMIT_EXCEEDED');
    expect(await render(onDemandPath(await aSigningKey(account), { templateId }))).toBe(200);
  });

  it('is seen, changed and deleted by that key', async () => {
    for (const record of [{ monthlyMints: 2 }, { expiresAt: limits.expiresAt }]) {
      const { templateId, maker: caller } = await aMaker(record);
      const body = { origin: 'https://example.com', templateId };
      const { siteId } = (await send('POST', '/v1/sites', { caller, body })).json;
      await aSigningKey(caller);
      const { keyId } = (await send('POST', '/v1/keys', { caller, body: { name: 'CI', scopes: ['usage:read'] } })).json;

      const lists = [];
      for (const list of ['sites', 'signing-keys', 'keys'])
        lists.push(Object.values((await send('GET', `/v1/${list}`, { caller })).json)[0]);
      expect(lists).toMatchObject([[{ siteId }], [{}], [{ keyId }, { keyId: caller.keyId }]]);
      expect((await send('PATCH', `/v1/sites/${siteId}`, { caller, body: { version: 1 } })).status).toBe(200);
      expect((await send('DELETE', `/v1/sites/${siteId}`, { caller })).status).toBe(200);
      expect((await send('DELETE', `/v1/keys/${keyId}`, { caller })).status).toBe(200);
    }
  });

  it('ends with the key, unless a key without an end prolongs it', async () => {
    const { account, templateId, maker } = await aMaker({ expiresAt: limits.expiresAt });
    const create = { origin: 'https://example.com', templateId, expiresAt: null };
    const { json } = await send('POST', '/v1/sites', { caller: maker, body: create });
    expect(json.site.expiresAt).toBe(limits.expiresAt.toISOString());

    const change = (caller: Caller, expiresAt: string | null) =>
      send('PATCH', `/v1/sites/${json.siteId}`, { caller, body: { expiresAt } });
    expect((await change(maker, '2100-01-01T00:00:00Z')).json.site.expiresAt).toBe(limits.expiresAt.toISOString());
    expect((await change(account, null)).json.site.expiresAt).toBe(null);
    expect((await change(account, '2020-01-01T00:00:00Z')).json.code).toBe('INVALID_BODY');
  });

  it('is shown in place of images of its templates only, if it is the fallback image', async () => {
    const account = await anAccount();
    const [mine, other] = [await aTemplate(account, card), await aTemplate(account, card, 'Other')];
    const shown = await aTemplate(account);
    const maker = await aKey(account, { templateIds: [mine, shown] });
    expect((await send('PUT', '/v1/fallback', { caller: maker, body: { templateId: shown } })).status).toBe(200);
    const key = await aSigningKey(account);
    const statuses = [];
    for (const templateId of [mine, other]) statuses.push(await render(onDemandPath(key, { templateId })));
    expect(statuses).toEqual([200, 422]);
  });
});

it('a signing key is deleted, but its URLs are not taken back, without the scope revocations:write', async () => {
  const { account, maker } = await aMaker({ scopes: scopes.filter((scope) => scope !== 'revocations:write') });
  const { signingKeyId } = (await send('POST', '/v1/signing-keys', { caller: account, body: { name: 'x' } })).json;
  const remove = (query: string) => send('DELETE', `/v1/signing-keys/${signingKeyId}${query}`, { caller: maker });
  expect((await remove('?revoke=true')).json.message).toContain('revocations:write');
  expect((await remove('')).status).toBe(200);
});
