import { createHash } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { parseApiKey } from 'image-url-contract/api-key.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { administration } from '../../admin/administration.ts';
import { publishStarters } from '../../admin/publish-starters.ts';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { tables } from '../../lambdas/config/tables.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { aPicture } from '../support/assets.ts';
import { type Caller, card, type FaultyService, useFaultyService } from '../support/faults/service.ts';
import { getUpload, staticFont } from '../support/fonts.ts';
import { rowsOf, setFields } from '../support/rows.ts';

/**
 * @promise URLs, keys and accounts: Access to templates of another account
 * @how ownership is checked on every route; unknown and foreign templates get the same answer
 * @figure 10 ways x 8 ids x 2 directions, every table hashed before and after
 */

/**
 * @promise URLs, keys and accounts: Starters are visible to all accounts and changed by none
 * @figure 4 ways
 */

/**
 * @promise URLs, keys and accounts: A record that does not parse is a 500 and one error in the log, never treated as
 *   missing
 * @also test/mint/stored-trees.faults.test.ts
 * @figure 12 kinds of damage x 4 routes; 4 kinds of damaged tree items
 */

const { service } = useFaultyService();
let ana: Caller & { templates: string[] };
let ben: Caller & { templates: string[] };
const starterId = 'starter-test';
beforeAll(async () => {
  const open = async () => {
    const caller = await service.anAccount();
    return { ...caller, templates: [await service.aTemplate(caller), await service.aTemplate(caller, card('#eee'))] };
  };
  [ana, ben] = [await open(), await open()];
  const starter = { id: starterId, name: 'Starter', description: '', code: card('#ddd') };
  const { ports, store } = administration();
  await publishStarters(ports, store, runtime, [starter]);
});

/** Everything the tables hold, as one hash for each table. */
const everything = async (): Promise<Record<string, string>> => {
  const names = (Object.keys(tables) as (keyof typeof tables)[]).filter((name) => name !== 'IDEMPOTENCY_TABLE');
  const hashes = names.map(async (name) => {
    // a refused request counts as a trial of the caller's own
    const cached = (await rowsOf(name)).filter(({ name: what }) => !String(what).startsWith('trials '));
    const lines = cached.map((item) => JSON.stringify(item, (_, value) => (value instanceof Set ? [...value] : value)));
    return [name, createHash('sha256').update(lines.sort().join('\n')).digest('hex')];
  });
  return Object.fromEntries(await Promise.all(hashes));
};

const update = (caller: Caller, templateId: string, body: object) =>
  service.call('updateTemplate', { caller, path: { templateId }, body });
const batch = (caller: Caller, ids: readonly string[]) =>
  service.call('mintUrls', { caller, body: { items: ids.map((templateId) => ({ templateId })) } });

/** Every way to name something by its id. */
const ways: Readonly<Record<string, (caller: Caller, id: string, own: string) => ReturnType<FaultyService['call']>>> = {
  'GET /v1/templates/{id}': (caller, id) => service.call('getTemplate', { caller, path: { templateId: id } }),
  'PATCH name': (caller, id) => update(caller, id, { name: 'Mine now' }),
  'PATCH code': (caller, id) => update(caller, id, { code: card('#000') }),
  'GET /v1/templates/{id}/versions': (caller, id) => service.call('listVersions', { caller, path: { templateId: id } }),
  'GET /v1/templates/{id}/versions/1': (caller, id) =>
    service.call('getVersion', { caller, path: { templateId: id, version: '1' } }),
  'POST /v1/templates/{id}/versions/1/restore': (caller, id) =>
    service.call('restoreVersion', { caller, path: { templateId: id, version: '1' } }),
  'POST /v1/templates/{id}/revise': (caller, id) =>
    service.call('reviseTemplate', { caller, path: { templateId: id }, body: { prompt: 'make it mine' } }),
  'PUT /v1/fallback': (caller, id) => service.call('putFallback', { caller, body: { templateId: id } }),
  'DELETE /v1/templates/{id}': (caller, id) => service.call('deleteTemplate', { caller, path: { templateId: id } }),
  'POST /v1/templates/check': (caller, id) => service.call('checkTemplate', { caller, body: { templateId: id } }),
  'POST /v1/revocations': (caller, id) => service.call('createRevocation', { caller, body: { templateId: id } }),
  'POST /v1/revocations of a version': (caller, id) =>
    service.call('createRevocation', { caller, body: { templateId: id, version: 1 } }),
  'POST /v1/url': (caller, id) => service.call('mintUrl', { caller, body: { templateId: id } }),
  'POST /v1/urls alone': (caller, id) => batch(caller, [id]),
  'POST /v1/urls last': (caller, id, own) => batch(caller, [own, own, id]),
};

const getIds = ({ accountId, apiKey, templates }: Caller & { templates: string[] }): string[] => [
  ...templates,
  accountId,
  apiKey.split('_').at(-1) ?? '',
];

describe('two accounts', () => {
  it.each(Object.entries(ways))('%s with any id of the other is a 404 that changes nothing', async (_way, act) => {
    const before = await everything();

    for (const [one, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      for (const id of [...getIds(other), 'none', '$starters', '__proto__', '*']) {
        const { status, json } = await act(one, id, one.templates[0] ?? '');
        expect([id, status, json.code]).toEqual([id, 404, 'TEMPLATE_NOT_FOUND']);
      }
    }

    expect(await everything()).toEqual(before);
  });

  it('list nothing of each other, whatever the scope', async () => {
    for (const scope of ['all', 'mine', 'starter']) {
      const { json } = await service.call('listTemplates', { caller: ana, query: { scope } });
      const text = JSON.stringify(json);
      for (const id of getIds(ben)) expect(text).not.toContain(id);
      if (scope !== 'starter') for (const id of ana.templates) expect(text).toContain(id);
    }
  });

  it('count their own units only', async () => {
    const before = await service.readUsage(ben);

    await batch(ana, [...ana.templates, starterId]);

    expect(await service.readUsage(ben)).toEqual(before);
    expect((await service.readUsage(ana)).mints).toBe(3);
  });

  it('neither see nor delete fonts of each other, nor render with them', async () => {
    const font = { family: 'Ours', ...getUpload(staticFont()) };
    const { json } = await service.call('createFont', { caller: ana, body: font });
    const inOurs = card().replace('fontSize', "fontFamily: 'Ours', fontSize");
    const renderedBy = async (caller: Caller) => {
      const templateId = await service.aTemplate(caller, inOurs);
      const { url } = (await service.call('mintUrl', { caller, body: { templateId } })).json;
      const check = await service.call('checkTemplate', { caller, body: { code: inOurs, image: true } });
      const codes = check.json.warnings.map(({ code }: { code: string }) => code);
      expect(codes.includes('unknown-font')).toBe(caller === ben);
      return (await service.image(url)).bytes;
    };
    const before = await everything();

    for (const id of [json.fontId, ana.accountId, 'none', '__proto__', '*', '']) {
      const { status, json } = await service.call('deleteFont', { caller: ben, path: { fontId: id } });
      expect([id, status, json.code]).toEqual([id, 404, 'FONT_NOT_FOUND']);
    }
    expect((await service.call('listFonts', { caller: ben })).json).toEqual({ fonts: [] });
    expect(await everything()).toEqual(before);
    expect((await renderedBy(ana)).equals(await renderedBy(ben))).toBe(false);
    expect((await service.call('deleteFont', { caller: ana, path: { fontId: json.fontId } })).status).toBe(200);
  });

  it('neither see nor delete assets of each other', async () => {
    const { json } = await service.call('createAsset', { caller: ana, body: await aPicture() });
    const before = await everything();

    for (const id of [json.assetId, ana.accountId, 'none', '__proto__', '*', '']) {
      const { status, json } = await service.call('deleteAsset', { caller: ben, path: { assetId: id } });
      expect([id, status, json.code]).toEqual([id, 404, 'ASSET_NOT_FOUND']);
    }
    expect((await service.call('listAssets', { caller: ben })).json).toEqual({ assets: [] });
    expect(await everything()).toEqual(before);
    expect((await service.call('createAsset', { caller: ben, body: await aPicture() })).json.url).not.toBe(json.url);
    expect((await service.call('deleteAsset', { caller: ana, path: { assetId: json.assetId } })).status).toBe(200);
    expect((await service.call('listAssets', { caller: ben })).json.assets).toHaveLength(1);
  });

  it.each([
    ['keys', 'createKey', 'deleteKey', 'listKeys', 'keyId', 'KEY_NOT_FOUND'],
    [
      'signing keys',
      'createSigningKey',
      'deleteSigningKey',
      'listSigningKeys',
      'signingKeyId',
      'SIGNING_KEY_NOT_FOUND',
    ],
  ] as const)('neither see, delete nor revoke %s of each other', async (_what, create, remove, list, name, code) => {
    const body = { name: 'CI', ...(create === 'createKey' && { scopes: ['*'] }) };
    const getKey = async (caller: Caller) => (await service.call(create, { caller, body })).json[name];
    const [anas, bens] = [await getKey(ana), await getKey(ben)];
    const before = await everything();

    for (const id of [anas, anas.replace(ana.accountId, ben.accountId), ana.accountId, 'none', '__proto__', '*', ' '])
      for (const revoke of ['true', 'false']) {
        // an id of a form that is ben's own may be revoked
        if (revoke === 'true' && id.includes(ben.accountId)) continue;
        const { status, json } = await service.call(remove, { caller: ben, path: { [name]: id }, query: { revoke } });
        expect([id, status, json.code]).toEqual([id, 404, code]);
      }
    expect(await everything()).toEqual(before);
    const listed = JSON.stringify((await service.call(list, { caller: ben })).json);
    expect([listed.includes(bens), listed.includes(anas)]).toEqual([true, false]);
  });

  it("cannot confine a key to the other's template", async () => {
    const body = { name: 'CI', scopes: ['mint'], templateIds: [ana.templates[0]] };

    const { status, json } = await service.call('createKey', { caller: ben, body });

    expect([status, json.code]).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it("cannot use a key that names the other's account", async () => {
    const [prefix, , rest] = ana.apiKey.split('_');
    const forged = { ...ana, apiKey: [prefix, ben.accountId, rest].join('_') };

    const { status, json } = await service.call('listTemplates', { caller: forged });

    expect([status, json.code]).toEqual([401, 'INVALID_API_KEY']);
  });

  it('render different images under different addresses from equal templates', async () => {
    const mint = async (caller: typeof ana) =>
      (await service.call('mintUrl', { caller, body: { templateId: caller.templates[0] } })).json.url;
    const [one, other] = [new URL(await mint(ana)), new URL(await mint(ben))];

    const withParameter = (name: string, value: string) => {
      const url = new URL(one);
      url.searchParams.set(name, value);
      return url;
    };
    const swapped = withParameter('uid', ben.accountId);
    const stolen = withParameter('templateId', other.searchParams.get('templateId') ?? '');

    for (const url of [swapped, stolen]) {
      const { status, json } = await service.image(url.href);
      expect([status, json.code]).toEqual([403, 'INVALID_SIGNATURE']);
    }
  });
});

describe('starters', () => {
  it('are seen and minted by everyone', async () => {
    for (const caller of [ana, ben]) {
      expect((await ways['GET /v1/templates/{id}']?.(caller, starterId, ''))?.status).toBe(200);
      expect((await ways['POST /v1/url']?.(caller, starterId, ''))?.status).toBe(200);
    }
  });

  it.each(Object.keys(ways).filter((way) => way.startsWith('PATCH')))('cannot be changed: %s', async (way) => {
    const before = await everything();

    const answer = await ways[way]?.(ana, starterId, '');

    expect([answer?.status, answer?.json.code]).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    expect(await everything()).toEqual(before);
  });
});

describe('a record that does not parse', () => {
  const damage = (table: keyof typeof tables, key: Record<string, string>, field: string, value: unknown) =>
    setFields(table, key, { [field]: value });
  const errorsLogged = async (run: () => Promise<unknown>): Promise<number> => {
    const log = vi.spyOn(runtime, 'log').mockReturnValue();
    await run();
    const errors = log.mock.calls.filter(([level]) => level === 'error');
    log.mockRestore();
    return errors.length;
  };

  it.each([
    ['template', 'options', { width: 'wide' }],
    ['template', 'version', '1'],
    ['account', 'status', 'asleep'],
    ['account', 'formatVersion', 99],
    ['key', 'revoked', 'no'],
    ['key', 'formatVersion', 99],
  ])('is an error in the log and a 500, never an absence: %s.%s', async (kind, field, value) => {
    const caller = await service.anAccount();
    const templateId = await service.aTemplate(caller);
    const { keyId = '' } = parseApiKey(caller.apiKey) ?? {};
    if (kind === 'template') await damage('TEMPLATES_TABLE', { templateId }, field, value);
    if (kind === 'account') await damage('ACCOUNTS_TABLE', { accountId: caller.accountId }, field, value);
    if (kind === 'key') await damage('KEYS_TABLE', { keyId }, field, value);

    for (const way of ['GET /v1/templates/{id}', 'POST /v1/url', 'POST /v1/urls alone', 'PATCH name']) {
      const logged = await errorsLogged(async () => {
        const answer = await ways[way]?.(caller, templateId, '');
        expect([way, answer?.status]).toEqual([way, 500]);
        expect(answer?.json.code).toMatch(/^(SERVER_ERROR|TEMPLATE_(FETCH|UPDATE)_FAILED)$/);
      });
      expect([way, logged]).toEqual([way, 1]);
    }
  });

  it('hides no other account behind it', async () => {
    await documents.send(
      new PutCommand({ TableName: process.env.TEMPLATES_TABLE, Item: { templateId: 'broken', ownerId: 'nobody' } }),
    );

    expect((await ways['POST /v1/url']?.(ana, ana.templates[0] ?? '', ''))?.status).toBe(200);
    expect((await ways['POST /v1/url']?.(ana, 'broken', ''))?.status).toBe(500);
  });

  it('does not block other accounts when months end', async () => {
    const callers = [await service.anAccount(), await service.anAccount(), await service.anAccount()];
    // they stand in the index by the end of their month, and the middle one is damaged
    for (const [n, { accountId }] of callers.entries())
      await damage('ACCOUNTS_TABLE', { accountId }, 'periodEnd', `2026-01-0${n + 1}T00:00:00.000Z`);
    await damage('ACCOUNTS_TABLE', { accountId: callers[1]?.accountId ?? '' }, 'plan', 7);

    const logged = await errorsLogged(async () => {
      expect(await service.scheduled('resetQuotas', {}, 60_000)).toMatchObject({ failed: 1 });
    });

    expect(logged).toBe(1);
    for (const { accountId } of [callers[0], callers[2]].filter((caller) => caller !== undefined))
      expect((await service.store.account(accountId))?.periodEnd.getTime()).toBeGreaterThan(Date.now());
  });
});
