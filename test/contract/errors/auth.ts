import { generateApiKey, parseApiKey } from 'image-url-contract/api-key.ts';
import { type Route, routes } from 'image-url-contract/routes.ts';
import { type Scope, scopes } from 'image-url-contract/scopes.ts';
import { expect } from 'vitest';
import { createKey, revokeKey } from '../../../admin/administer-accounts.ts';
import type { KeyRecord } from '../../../lambdas/ports/records.ts';
import { runtime } from '../../../lambdas/runtime/runtime.ts';
import { type Answer, anAccount, type Caller, send, store } from '../../support/service.ts';
import type { Refusal } from './refusal.ts';
import { setAttribute } from './set-attribute.ts';

/** Sends the route's request with an `Authorization` header, or without one. */
type Request = (headers: Record<string, string>) => Promise<Answer>;

const bearer = ({ apiKey }: Pick<Caller, 'apiKey'>) => ({ authorization: `Bearer ${apiKey}` });

/** A key of an account as its record says. */
export const aKey = async ({ accountId }: Pick<Caller, 'accountId'>, record: Partial<KeyRecord>) => {
  const apiKey = generateApiKey(accountId, runtime.randomBytes(20));
  const { keyHash = '', keyId = '' } = parseApiKey(apiKey) ?? {};
  await store.putKey({ keyHash, keyId, accountId, revoked: false, ...record });
  return { accountId, apiKey, keyId };
};

/** The scope that a route needs, by a path that it takes. */
const getScope = (method: string, path: string): Scope => {
  const isIt = (route: Route) =>
    route.method === method && new RegExp(`^${route.path.replace(/{\w+}/g, '[^/]+')}$`).test(path);
  const found = Object.values(routes).find(isIt) as Route | undefined;
  return found?.scope ?? expect.fail(`no route ${method} ${path} with a scope`);
};

/** The refusals that every authenticated route shares, provoked with a request of the route's own. */
const authRefusals = (request: Request) => ({
  MISSING_API_KEY: async (): Promise<Refusal> => ({ answer: await request({}) }),
  INVALID_API_KEY: async (): Promise<Refusal> => {
    const apiKey = generateApiKey('nobody', runtime.randomBytes(20));
    return { answer: await request(bearer({ apiKey })) };
  },
  KEY_INACTIVE: async (): Promise<Refusal> => {
    const caller = await anAccount();
    const { keyId, apiKey } = await createKey(store, runtime, caller.accountId);
    await revokeKey(store, runtime, keyId);
    return { answer: await request(bearer({ apiKey })), caller };
  },
  KEY_EXPIRED: async (): Promise<Refusal> => {
    const caller = await anAccount();
    const key = await aKey(caller, { expiresAt: new Date(Date.now() - 1) });
    return { answer: await request(bearer(key)), caller };
  },
  NO_SUBSCRIPTION: async (): Promise<Refusal> => {
    const key = await aKey({ accountId: `none${Buffer.from(runtime.randomBytes(6)).toString('hex')}` }, {});
    return { answer: await request(bearer(key)) };
  },
  SUBSCRIPTION_INACTIVE: async (): Promise<Refusal> => {
    const caller = await anAccount({ status: 'past_due' });
    return { answer: await request(bearer(caller)), caller };
  },
});

const scopeRefusal = (request: Request, needed: Scope) => ({
  INSUFFICIENT_SCOPE: async (): Promise<Refusal> => {
    const caller = await anAccount();
    const key = await aKey(caller, { scopes: scopes.filter((scope) => scope !== needed) });
    const answer = await request(bearer(key));
    expect(answer.json.message).toContain(needed);
    return { answer, caller };
  },
});

const requesting =
  (method: string, path: string, body?: unknown): Request =>
  (headers) =>
    send(method, path, { headers, ...(body !== undefined && { body }) });

/** The refusals of a route that every API key may use. */
export const getCallerRefusals = (method: string, path: string) => authRefusals(requesting(method, path));

/** The refusals of a route for its API key, with a request that is good but for it. */
export const getAuthRefusals = (method: string, path: string, body?: unknown) => {
  const request = requesting(method, path, body);
  return { ...authRefusals(request), ...scopeRefusal(request, getScope(method, path)) };
};

/** An account whose record does not parse: reading it fails unexpectedly. */
export const aDamagedAccount = async (): Promise<Caller> => {
  const caller = await anAccount();
  await setAttribute(process.env.ACCOUNTS_TABLE, { accountId: caller.accountId }, 'anchor', 'never');
  return caller;
};
