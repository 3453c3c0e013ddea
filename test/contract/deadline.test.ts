import { generateApiKey } from 'image-url-contract/api-key.ts';
import { describe, expect, it, vi } from 'vitest';
import { requestSignal } from '#engine/time-budget.ts';
import { beforeTimeout, inTime } from '../../lambdas/http/deadline.ts';
import { endpoint } from '../../lambdas/http/endpoint.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';

const mark = Symbol('streams');
const withTime = (ms: number) => ({ getRemainingTimeInMillis: () => ms });

describe('a handler in time', () => {
  it('keeps the streaming mark of the runtime', () => {
    const handler = Object.assign(async () => 'x', { [mark]: true });
    expect((inTime(handler) as typeof handler)[mark]).toBe(true);
  });

  it('has a budget that ends before its function does', async () => {
    const seen = inTime(async (_event: unknown, _context: unknown) => {
      const budget = requestSignal();
      await new Promise((done) => budget?.addEventListener('abort', done));
      return budget?.aborted;
    });
    expect(await seen({}, withTime(2_001))).toBe(true);
  });

  it('hands the budget of one request to no other', async () => {
    const budgetOf = inTime(async (_event: unknown, _context: unknown) => requestSignal());
    const [one, other] = await Promise.all([budgetOf({}, withTime(5_000)), budgetOf({}, withTime(5_000))]);
    expect(one).toBeInstanceOf(AbortSignal);
    expect(one).not.toBe(other);
    expect(requestSignal()).toBeUndefined();
  });

  it.each([
    ['a handler that answers', [{}, withTime(5_000)]],
    ['a handler that is given a callback', [{}, withTime(5_000), () => undefined]],
    ['a handler that streams', [{}, { write: () => true }, withTime(5_000)]],
    ['a handler that is called with too much', [{}, withTime(5_000), undefined]],
  ])('finds the time of %s', async (_what, call) => {
    expect(await inTime(async (..._call: unknown[]) => requestSignal())(...call)).toBeInstanceOf(AbortSignal);
  });

  it('runs without one where no time limit is given', async () => {
    expect(await inTime(async (..._call: unknown[]) => requestSignal())({})).toBeUndefined();
  });
});

describe('work that outlasts its function', () => {
  const never = () => new Promise<never>(() => undefined);

  it('fails while the function can still answer', async () => {
    await expect(beforeTimeout(withTime(501), never())).rejects.toThrow('The function ran out of time.');
    expect(await beforeTimeout(withTime(5_000), Promise.resolve('done'))).toBe('done');
    expect(await beforeTimeout({}, Promise.resolve('done'))).toBe('done');
  });

  it('is answered with the failure of its route, and its idempotency key is released', async () => {
    const accountId = 'deadline';
    const apiKey = generateApiKey(accountId, new Uint8Array(20));
    const account = { accountId, plan: 'starter', status: 'active', periodEnd: new Date('2100-01-01') };
    const release = vi.fn(async () => undefined);
    const run = { startedAt: new Date(), seed: new Uint8Array(32), reservation: {}, isRepeated: false, release };
    const ports = {
      'callersWithTemplates:read': {
        find: async () => ({
          account,
          key: { accountId, scopes: ['*'] },
          lastUsedOn: '2100-01-01',
          templates: new Map(),
        }),
      },
      'idempotency:write': { begin: async () => ({ kind: 'run', run }) },
    };
    const handler = endpoint(
      'mintUrl',
      quietRuntime(() => new Date()),
      never,
    )(ports as never);
    const event = {
      headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'k' },
      body: JSON.stringify({ templateId: 'starter-quote' }),
      requestContext: { requestId: 'r' },
    };

    const { statusCode, body } = await handler(event as never, withTime(600) as never);

    expect([statusCode, JSON.parse(body as string).code]).toEqual([500, 'SERVER_ERROR']);
    expect(release).toHaveBeenCalledOnce();
  });
});
