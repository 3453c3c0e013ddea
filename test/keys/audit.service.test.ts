import { apiRouteIds, type Route, routes } from 'image-url-contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { openAct } from '../../lambdas/http/audit.ts';
import type { KeyRecord } from '../../lambdas/ports/records.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';
import { anAccount, aTemplate, type Caller, send } from '../support/service.ts';

const list = (caller: Pick<Caller, 'apiKey'>, query = '') => send('GET', `/v1/audit${query}`, { caller });
const read = async (caller: Pick<Caller, 'apiKey'>, query = '') => (await list(caller, query)).json.entries;

describe('GET /v1/audit', () => {
  it('names every change of keys, sites, revocations and templates, its key and what was changed', async () => {
    const caller = await anAccount();
    const templateId = await aTemplate(caller);
    const post = async (path: string, body: unknown) => (await send('POST', path, { caller, body })).json;
    const key = await post('/v1/keys', { name: 'CI', scopes: ['mint'] });
    const signing = await post('/v1/signing-keys', { name: 'site' });
    const site = await post('/v1/sites', { origin: `https://${caller.accountId}.example`, templateId });
    await send('PATCH', `/v1/sites/${site.siteId}`, { caller, body: { refreshSeconds: 600 } });
    // has pages read again and changes nothing: a thousand of them in an hour would hide the entries
    await post(`/v1/sites/${site.siteId}/refresh`, { path: '/' });
    const revocation = await post('/v1/revocations', { templateId });
    await send('DELETE', `/v1/revocations/${revocation.revocationId}`, { caller });
    await send('DELETE', `/v1/sites/${site.siteId}`, { caller });
    await send('DELETE', `/v1/signing-keys/${signing.signingKeyId}`, { caller });
    await send('DELETE', `/v1/keys/${key.keyId}`, { caller });
    await send('DELETE', `/v1/templates/${templateId}`, { caller });

    const entries = await read(caller);

    const expected = [
      ['createKey', key.keyId],
      ['createSigningKey', signing.signingKeyId],
      ['createSite', site.siteId],
      ['updateSite', site.siteId],
      ['createRevocation', revocation.revocationId],
      ['deleteRevocation', revocation.revocationId],
      ['deleteSite', site.siteId],
      ['deleteSigningKey', signing.signingKeyId],
      ['deleteKey', key.keyId],
      ['deleteTemplate', templateId],
    ];
    expect(entries.map(({ action, subject }: Record<string, string>) => [action, subject])).toEqual(expected.reverse());
    const [{ keyId }] = (await send('GET', '/v1/keys', { caller })).json.keys;
    for (const { by, keyId: own, outcome } of entries) expect([by, own, outcome]).toEqual(['key', keyId, 'done']);
    expect(JSON.stringify(entries)).not.toContain(signing.signingKey);
    expect(await read(await anAccount())).toEqual([]);
  });

  it('has no entry of a request that was refused', async () => {
    const caller = await anAccount();
    await send('DELETE', '/v1/keys/none', { caller });
    await send('POST', '/v1/keys', { caller, body: { name: '', scopes: ['mint'] } });
    for (const id of ['sites', 'signing-keys', 'revocations', 'templates'])
      await send('DELETE', `/v1/${id}/none`, { caller });
    const site = { origin: `https://${caller.accountId}.example`, templateId: await aTemplate(caller) };
    const statuses = [1, 2].map(async () => (await send('POST', '/v1/sites', { caller, body: site })).status);
    expect((await Promise.all(statuses)).sort()).toEqual([201, 409]);
    await send('POST', '/v1/sites', { caller, body: site });

    // of two that come at once, the second may be refused after it was begun
    const entries = (await read(caller)).filter(({ outcome }: { outcome: string }) => outcome !== 'refused');
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['createSite']);
    expect((await read(caller)).length).toBeLessThan(3);
  });

  it('is read page by page, and from a day to a day', async () => {
    const caller = await anAccount();
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three'])
      ids.unshift((await send('POST', '/v1/keys', { caller, body: { name, scopes: ['mint'] } })).json.keyId);
    const { json: first } = await list(caller, '?limit=2');
    const { json: rest } = await list(caller, `?limit=2&to=${first.entries[1].at}`);
    const day = first.entries[0].at.slice(0, 10);
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

    expect([first.hasMore, rest.hasMore]).toEqual([true, false]);
    expect([...first.entries, ...rest.entries].map(({ subject }) => subject)).toEqual(ids);
    expect(await read(caller, `?from=${day}&to=${next}`)).toHaveLength(3);
    expect(await read(caller, `?from=${next}&to=${next}`)).toEqual([]);
    const wrong = ['from=x', 'to=2026-13-01', 'limit=0', 'limit=1001', 'limit=1e2', `from=${next}&to=2026-01-01`];
    for (const query of wrong) expect((await list(caller, `?${query}`)).json.code, query).toBe('INVALID_QUERY');
  });

  it('shows a key that is confined its own entries alone', async () => {
    const caller = await anAccount();
    const templateId = await aTemplate(caller);
    const body = { name: 'confined', scopes: ['usage:read', 'revocations:write'], templateIds: [templateId] };
    const confined = (await send('POST', '/v1/keys', { caller, body })).json;
    await send('POST', '/v1/revocations', { caller: confined, body: { templateId } });

    expect((await read(confined)).map(({ action }: { action: string }) => action)).toEqual(['createRevocation']);
    expect(await read(caller)).toHaveLength(2);
  });
});

it('covers every route that creates, changes or deletes what goes on without the request', () => {
  const isManaging = ({ method, scope }: Route) => method !== 'GET' && /^(keys|sites|revocations):/.test(scope ?? '');
  const audited = apiRouteIds.filter((id) => (routes[id] as Route).isAudited === true);
  const managing = apiRouteIds.filter((id) => isManaging(routes[id]) && id !== 'refreshSite');
  expect(audited.toSorted()).toEqual([...managing, 'deleteTemplate'].sort());
});

it('leaves an entry that cannot be completed in the log, raises the metric, and fails no request', async () => {
  const lines: unknown[] = [];
  const runtime = {
    ...quietRuntime(() => new Date('2026-11-27T12:00:00Z')),
    log: (...line: unknown[]) => void lines.push(line),
    count: (values: object) => void lines.push(values),
  };
  const cause = new Error('down');
  const audit = { begin: async () => undefined, end: () => Promise.reject(cause) };
  const act = openAct(audit, runtime, 'createSite', { keyId: 'k1' } as KeyRecord);

  await act.begin({ accountId: 'ana', subject: 's1' });
  await act.end(false);

  const entry = expect.objectContaining({ accountId: 'ana', action: 'createSite', subject: 's1' });
  const line = ['error', 'entry of the audit not completed', { entry, isRefused: false, cause }];
  expect(lines).toEqual([{ LostAuditEntries: 1 }, line]);
});
