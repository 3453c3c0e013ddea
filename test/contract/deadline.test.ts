import { requestSignal } from 'image-url-engine/time-budget.ts';
import { describe, expect, it } from 'vitest';
import { inTime } from '../../lambdas/http/deadline.ts';

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
