import { type ApiRouteId, apiRouteIds, getScopes, type Route, routes } from 'image-url-contract/routes.ts';
import { type Scope, scopes } from 'image-url-contract/scopes.ts';
import { beforeAll, expect, it } from 'vitest';
import { generateKey, revokeKey } from '../../admin/administer-accounts.ts';
import { tables } from '../../lambdas/config/tables.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { type Caller, useFaultyService } from '../support/faults/service.ts';
import { rowsOf } from '../support/rows.ts';

/* Every route of the API x everything that stands before it, from the table of routes: a new route is in it. */

const { service } = useFaultyService({ isFaulty: false });
const past = new Date('2026-01-01');

/** A key of the account, with what is wrong with it. */
const aKey = async (accountId: string, wrong: { expiresAt?: Date; scopes?: readonly Scope[] } = {}) => {
  const { apiKey, keyHash, keyId } = generateKey(runtime, accountId);
  await service.store.putKey({ keyId, keyHash, accountId, revoked: false, createdAt: past, ...wrong });
  return { accountId, apiKey, keyId };
};

/** Who asks, by the code of the refusal. */
let callers: Readonly<Record<string, Caller | undefined>>;
/** Keys that lack one scope and have all others. */
const lacking: Partial<Record<Scope, Caller>> = {};

beforeAll(async () => {
  const { accountId } = await service.anAccount();
  const [inactive, gone] = [await service.anAccount(), await service.anAccount()];
  await service.store.changeAccount(inactive.accountId, { status: 'canceled', periodEnd: past });
  await service.store.removeAccount(gone.accountId);
  const revoked = await aKey(accountId);
  await revokeKey(service.store, runtime, revoked.keyId);
  callers = {
    MISSING_API_KEY: undefined,
    INVALID_API_KEY: generateKey(runtime, accountId) as unknown as Caller,
    KEY_INACTIVE: revoked,
    KEY_EXPIRED: await aKey(accountId, { expiresAt: past }),
    NO_SUBSCRIPTION: gone,
    SUBSCRIPTION_INACTIVE: inactive,
  };
  for (const scope of scopes) lacking[scope] = await aKey(accountId, { scopes: scopes.filter((one) => one !== scope) });
});

const everything = async () => {
  const names = Object.keys(tables) as (keyof typeof tables)[];
  return JSON.stringify(
    await Promise.all(names.map(async (name) => (await rowsOf(name)).map((row) => JSON.stringify(row)).sort())),
  );
};

const codeOf = async (id: ApiRouteId, caller: Caller | undefined) => {
  const { path, method }: Route = routes[id];
  const names = [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => [name, '1']);
  const body = method === 'GET' || method === 'DELETE' ? undefined : { name: 'x', templateId: 'x', items: [] };
  const key = `guard-${id}-0123456789`;
  return (await service.call(id, { ...(caller && { caller }), body, path: Object.fromEntries(names), key })).json.code;
};

it('every route x every key that may not use it: it says why, and writes nothing', async () => {
  const before = await everything();
  for (const id of apiRouteIds) {
    for (const [code, caller] of Object.entries(callers)) expect([id, await codeOf(id, caller)]).toEqual([id, code]);
    for (const scope of getScopes(routes[id]))
      expect([id, scope, await codeOf(id, lacking[scope])]).toEqual([id, scope, 'INSUFFICIENT_SCOPE']);
  }
  expect(await everything()).toBe(before);
  expect(apiRouteIds.length).toBeGreaterThan(30);
});

it('a key that has the id of a stored one, but not its hash, is none', async () => {
  const { accountId } = await service.anAccount();
  const { apiKey, keyId } = generateKey(runtime, accountId);
  const { keyHash } = generateKey(runtime, accountId);
  await service.store.putKey({ keyId, keyHash, accountId, revoked: false, createdAt: past });

  expect(await codeOf('getUsage', { accountId, apiKey })).toBe('INVALID_API_KEY');
});
