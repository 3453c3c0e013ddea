import { describe, expect, it, vi } from 'vitest';
import { createAccount, createKey, setAccount } from '../../admin/administer-accounts.ts';
import { runtime } from '../../lambdas/runtime/runtime.ts';
import { aTemplate, type Caller, send, service, store } from '../support/service.ts';

/** An account of the plan that is there for who sets up a service for their own sites. */
const anUnlimited = async (): Promise<Caller> => {
  const { accountId } = await createAccount(store, runtime, {});
  return { accountId, apiKey: (await createKey(store, runtime, accountId)).apiKey };
};

describe.skipIf(service.stage !== undefined)('a plan without limits', () => {
  it('is the default of an account', async () => {
    const caller = await anUnlimited();
    const { json } = await send('GET', '/v1/usage', { caller });
    expect(json).toMatchObject({ plan: 'own', status: 'active' });
    expect([json.imageMints, json.aiGenerations]).toEqual(Array(2).fill({ used: 0, limit: null, remaining: null }));
  });

  it('is counted, never refused, and said to have nothing left of nothing', async () => {
    const caller = await anUnlimited();
    const templateId = await aTemplate(caller);
    await setAccount(store, runtime, caller.accountId, { mintsUsed: 50_000_000 });

    const one = await send('POST', '/v1/url', { caller, body: { templateId } });
    const items = [{ templateId }, { templateId }];
    const batch = await send('POST', '/v1/urls', { caller, body: { items }, headers: { 'idempotency-key': 'once' } });
    const { json } = await send('GET', '/v1/usage', { caller });

    expect([one.status, batch.status]).toEqual([200, 200]);
    for (const { headers } of [one, batch])
      expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
    expect(json.imageMints).toEqual({ used: 50_000_003, limit: null, remaining: null });
  });

  it('has templates written by AI as well', async () => {
    const caller = await anUnlimited();
    const items = [{ prompt: 'A card', width: 600, height: 315 }];
    const { status, json, headers } = await send('POST', '/v1/templates/generate', { caller, body: { items } });
    const used = await send('GET', '/v1/usage', { caller });
    expect([status, json.results?.[0]?.ok, headers.get('ratelimit')]).toEqual([200, true, null]);
    expect(used.json.aiGenerations).toEqual({ used: 1, limit: null, remaining: null });
  });
});

it('an account whose plan the stage has no more is served nothing that is counted', async () => {
  const caller = await anUnlimited();
  const templateId = await aTemplate(caller);
  const account = (await store.account(caller.accountId)) ?? expect.fail('no account');
  await store.changeAccount(account.accountId, { plan: 'constructor' });
  const minted = await send('POST', '/v1/url', { caller, body: { templateId } });
  expect([minted.status, minted.json.error?.code ?? minted.json.code]).toEqual([500, expect.any(String)]);
});

it('a change of the plan that has read the plan before another one is refused, and loses none of the history', async () => {
  const { accountId } = await createAccount(store, runtime, { plan: 'free' });
  const asRead = (await store.account(accountId)) ?? expect.fail('no account');
  const late = { ...store, account: vi.fn(store.account).mockResolvedValueOnce(asRead) };
  await setAccount(store, runtime, accountId, { plan: 'pro' });

  const changing = setAccount(late, runtime, accountId, { plan: 'scale' });

  await expect(changing).rejects.toThrow(
    `The plan of ${accountId} was changed at the same time. Run the command again.`,
  );
  const { plan, earlierPlans } = (await store.account(accountId)) ?? expect.fail('no account');
  expect([plan, earlierPlans?.map((one) => one.plan)]).toEqual(['pro', ['free']]);
  await setAccount(store, runtime, accountId, { plan: 'scale' });
  expect((await store.account(accountId))?.earlierPlans?.map((one) => one.plan)).toEqual(['free', 'pro']);
});
