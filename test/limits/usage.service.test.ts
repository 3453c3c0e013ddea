import { describe, expect, it } from 'vitest';
import { plans } from '../../lambdas/domain/quota/plans.ts';
import { aSigningKey } from '../contract/errors/render-on-demand.ts';
import { anOwner } from '../support/an-owner.ts';
import { onDemandPath } from '../support/on-demand.ts';
import { anAccount, type Caller, openCard, readUsage, send, service } from '../support/service.ts';

/** What an answer says of a quota. */
const getQuota = ({ headers }: { readonly headers: Headers }) => {
  const [, policyName, limit] = /^"(\w+)";q=(\d+)$/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  const [, name, remaining, seconds] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  expect(name).toBe(policyName);
  return { name, limit: Number(limit), remaining: Number(remaining), seconds: Number(seconds) };
};
const usage = async (caller: Caller) => (await send('GET', '/v1/usage', { caller })).json;

describe('GET /v1/usage', () => {
  it('returns plan, status, period and used quota', async () => {
    const caller = await anAccount({ plan: 'pro', mintsUsed: 20, generationsUsed: 3 });

    const { status, json } = await send('GET', '/v1/usage', { caller });

    expect(status).toBe(200);
    expect(json).toEqual({
      plan: 'pro',
      status: 'active',
      period: { start: expect.any(String), end: expect.any(String) },
      imageMints: { used: 20, limit: 2_500, remaining: 2_480 },
      aiGenerations: { used: 3, limit: 250, remaining: 247 },
      events: [],
    });
    const [start, end] = [Date.parse(json.period.start), Date.parse(json.period.end)];
    expect(start).toBeLessThanOrEqual(Date.now());
    expect(end - start).toBeGreaterThanOrEqual(28 * 86_400_000);
  });

  it('has nothing remaining where more is used than the plan has', async () => {
    const caller = await anAccount({ plan: 'free', mintsUsed: 70 });
    expect((await usage(caller)).imageMints).toEqual({ used: 70, limit: 50, remaining: 0 });
  });
});

describe.skipIf(service.stage !== undefined)('usage events', () => {
  const getEvents = async (caller: Caller) =>
    (await usage(caller)).events.map(({ what, threshold, used }: Record<string, unknown>) => [what, threshold, used]);

  it('are shown once they were sent, of the account and of its API keys', async () => {
    const { caller, templateId } = await anOwner(openCard, { plan: 'free', mintsUsed: 39 });
    const body = { name: 'CI', scopes: ['mint'], monthlyMints: 2 };
    const { apiKey, keyId } = (await send('POST', '/v1/keys', { caller, body })).json;
    const mint = (count: number) =>
      send('POST', '/v1/urls', { caller: { apiKey }, body: { items: Array(count).fill({ templateId }) } });

    await mint(1);
    await expect.poll(() => getEvents(caller)).toEqual([['mints', 80, 40]]);
    await mint(1);
    await expect.poll(() => getEvents(caller)).toHaveLength(3);

    const { events, period } = await usage(caller);
    expect(events.filter(({ what }: Record<string, unknown>) => what === 'monthlyMints')).toEqual(
      [100, 80].map((threshold) => ({
        ...{ what: 'monthlyMints', keyId, threshold, used: 2, limit: 2, periodEnd: period.end },
        sentAt: expect.stringMatching(/Z$/),
      })),
    );
  });

  it('are shown of signing keys, whose day ends within the month', async () => {
    const { caller, templateId } = await anOwner();
    const key = await aSigningKey(caller, { dailyRenders: 1 });
    expect((await fetch(service.imageUrl + onDemandPath(key, { templateId }))).status).toBe(200);
    const events = [80, 100].map(() => ['dailyRenders', expect.any(Number), 1]);
    await expect.poll(() => getEvents(caller)).toEqual(events);
  });

  it('of an account are seen by nobody else', async () => {
    const [ana, ben] = [await anAccount({ plan: 'free', mintsUsed: 50 }), await anAccount()];
    await expect.poll(() => getEvents(ana)).toHaveLength(2);
    expect(await getEvents(ben)).toEqual([]);
  });
});

describe('the headers of a quota', () => {
  it('say after each mint what is left, as usage and the quota store do', async () => {
    const { caller, templateId } = await anOwner(openCard, { plan: 'pro', mintsUsed: 20 });

    const one = await send('POST', '/v1/url', { caller, body: { templateId } });
    const { period } = await usage(caller);
    const items = Array(25).fill({ templateId });
    const batch = await send('POST', '/v1/urls', { caller, body: { items } });

    expect(getQuota(one)).toMatchObject({ name: 'mints', limit: plans.pro.mints, remaining: 2_479 });
    expect(getQuota(batch)).toMatchObject({ name: 'mints', limit: plans.pro.mints, remaining: 2_454 });
    expect((await usage(caller)).imageMints.remaining).toBe(2_454);
    expect((await readUsage(caller)).mints).toBe(46);
    const left = (Date.parse(period.end) - Date.now()) / 1_000;
    expect(Math.abs(getQuota(batch).seconds - left)).toBeLessThan(30);
  });

  it('are there when the quota refuses, with what is left of it', async () => {
    const { caller, templateId } = await anOwner(openCard, { plan: 'free', mintsUsed: plans.free.mints - 4 });
    const refused = await send('POST', '/v1/urls', { caller, body: { items: Array(5).fill({ templateId }) } });
    expect(refused.status).toBe(429);
    expect(getQuota(refused)).toMatchObject({ name: 'mints', limit: plans.free.mints, remaining: 4 });
    expect(Number(refused.headers.get('retry-after'))).toBe(getQuota(refused).seconds);
  });

  it('say before a generation what is left, because they go out before it is done', async () => {
    const caller = await anAccount({ plan: 'starter', generationsUsed: 48 });
    const body = { items: [{ prompt: 'good card' }] };

    const done = await send('POST', '/v1/templates/generate', { caller, body });
    await send('POST', '/v1/templates/generate', { caller, body });
    const refused = await send('POST', '/v1/templates/generate', { caller, body });

    expect(getQuota(done)).toMatchObject({ name: 'generations', limit: 50, remaining: 2 });
    expect([refused.status, getQuota(refused).remaining]).toEqual([429, 0]);
    expect((await usage(caller)).aiGenerations.remaining).toBe(0);
  });

  it('are not there where nothing was asked of a quota', async () => {
    const caller = await anAccount();
    const answers = [
      await send('POST', '/v1/url', { caller, body: {} }),
      await send('GET', '/v1/usage', { caller }),
      await send('GET', '/v1/templates', { caller }),
    ];

    for (const { headers } of answers)
      expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
  });
});
