import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPool, type PooledProcess } from '../../../lambdas/isolation/turns/pool.ts';
import { forManyRequests, forOneRequest, type Sharing } from '../../../lambdas/isolation/turns/sharing.ts';
import { NoTurn } from '../../../lambdas/isolation/turns/waiting.ts';
import { withinBudget } from '../../../lambdas/time-budget.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const startMs = 300;
const slowMs = 100;
const deadlineMs = 2_000;

/** A process whose time is the test's: it starts for a while, and works until its work is done or it is ended. */
class FakeProcess implements PooledProcess {
  isUsable = true;
  hasYielded = false;
  private readonly ready: Promise<void>;
  private began = 0;
  private spent = 0;
  private end: ((how: 'done' | 'overran' | 'recalled') => void) | undefined;

  constructor(fails: boolean) {
    this.ready = new Promise((resolve, reject) => {
      setTimeout(() => (fails ? reject(new Error('no such program')) : resolve()), startMs);
    });
    this.ready.catch(() => {});
  }
  whenReady = () => this.ready;
  spentMs = () => (this.end ? Date.now() - this.began : this.spent);
  yieldToOthers = () => {
    this.hasYielded = true;
    this.isUsable = false;
  };
  recall = () => {
    this.end?.('recalled');
    return this.end !== undefined;
  };
  stop = async () => {
    this.recall();
    this.isUsable = false;
  };
  /** Works for so long, or until it may not any more. */
  async work(ms: number): Promise<'done' | 'overran' | 'recalled'> {
    this.began = Date.now();
    const { promise, resolve } = Promise.withResolvers<'done' | 'overran' | 'recalled'>();
    const done = setTimeout(() => resolve('done'), ms);
    const over = setTimeout(() => resolve('overran'), deadlineMs);
    this.end = resolve;
    const how = await promise;
    this.end = undefined;
    this.spent = Date.now() - this.began;
    clearTimeout(done);
    clearTimeout(over);
    if (how !== 'done') this.isUsable = false;
    return how;
  }
}

const openFake = ({ places, kept }: Pick<Sharing, 'places' | 'kept'>, failsToStart: () => boolean = () => false) => {
  const started: FakeProcess[] = [];
  const log: string[] = [];
  const start = () => {
    const process = new FakeProcess(failsToStart());
    started.push(process);
    return process;
  };
  const pool = openPool({ start, places, kept });
  const run = (account: string, ms: number, { waitMs = 60_000, kind = 'evaluate' } = {}) =>
    pool.run({ account, kind, waitMs, slowMs }, async (process) => {
      log.push(account);
      const result = await process.work(ms);
      return { result, hasOverrun: result === 'overran' };
    });
  return { pool, run, log, started };
};

const endless = Number.MAX_SAFE_INTEGER / 1e9;

describe('a pool of processes', () => {
  it('starts the one an instance of a function needs, and uses it again', async () => {
    const { run, started } = openFake(forOneRequest);

    const both = [run('ana', 10), run('ana', 10)];
    await vi.advanceTimersByTimeAsync(startMs + 20);

    expect(await Promise.all(both)).toEqual(['done', 'done']);
    expect(started).toHaveLength(1);
  });

  it('replaces one that was ended', async () => {
    const { run, started } = openFake(forOneRequest);

    const overran = run('ana', endless);
    await vi.advanceTimersByTimeAsync(startMs + deadlineMs);
    const next = run('ana', 10);
    await vi.advanceTimersByTimeAsync(startMs + 10);

    expect(await Promise.all([overran, next])).toEqual(['overran', 'done']);
    expect(started).toHaveLength(2);
  });

  it('gives an account that is alone all the processes there are, and lets none of them yield', async () => {
    const { run, log, started, pool } = openFake(forManyRequests);
    void pool.warm();
    await vi.advanceTimersByTimeAsync(startMs);

    for (const account of ['ana', 'ana', 'ana', 'ana', 'ana']) void run(account, 500);
    await vi.advanceTimersByTimeAsync(slowMs + startMs);

    expect(log).toHaveLength(5);
    expect(started.some(({ hasYielded }) => hasYielded)).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
  });

  it('has slow work let others go first as soon as there are others', async () => {
    const { run, started, pool } = openFake(forManyRequests);
    void pool.warm();
    await vi.advanceTimersByTimeAsync(startMs);
    void run('ana', 1_000);
    await vi.advanceTimersByTimeAsync(slowMs);

    const quick = run('bob', 10);
    await vi.advanceTimersByTimeAsync(10);

    expect(await quick).toBe('done');
    expect(started.filter(({ hasYielded }) => hasYielded)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
  });

  it.each([
    // three find a process started; the others have theirs two at a time
    ['somebody new in after one short turn of each of ten attackers at most', 0, 1, 5 * (slowMs + startMs)],
    ['somebody known in before ten that are new', 1, 0, slowMs + startMs],
    ['somebody who has long done no harm in at once, whatever ten others have done before', 5, 1, 0],
  ])('lets %s, and at once from then on', async (_what, timesBefore, othersBefore, mostMs) => {
    const { run, log, pool } = openFake(forManyRequests);
    void pool.warm();
    await vi.advanceTimersByTimeAsync(startMs);
    const attackers = Array.from({ length: 10 }, (_, n) => `attacker ${n}`);
    const before = [...Array(timesBefore).fill('bystander'), ...(othersBefore > 0 ? attackers : [])];
    for (const account of before) {
      void run(account, 5);
      await vi.advanceTimersByTimeAsync(5);
    }
    log.length = 0;
    const attack = async (account: string) => {
      for (let times = 0; times < 5; times += 1) await run(account, endless).catch(() => undefined);
    };
    const attacking = attackers.flatMap((account) => Array.from({ length: 12 }, () => attack(account)));

    const began = Date.now();
    const first = run('bystander', 5).then(() => Date.now() - began);
    await vi.advanceTimersByTimeAsync(10_000);
    const turns = log.slice(0, log.indexOf('bystander'));
    for (const account of attackers) expect(turns.filter((one) => one === account).length).toBeLessThanOrEqual(2);
    expect(await first).toBeLessThanOrEqual(mostMs + 5);

    for (let times = 0; times < 5; times += 1) {
      const asked = Date.now();
      const later = run('bystander', 5).then(() => Date.now() - asked);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await later).toBeLessThanOrEqual(5);
    }
    await pool.close();
    await vi.advanceTimersByTimeAsync(startMs);
    await Promise.all(attacking);
  });

  it('finishes work that was sent back for the sake of others, and keeps that from nobody', async () => {
    const { run, log, pool } = openFake(forManyRequests);
    void pool.warm();
    await vi.advanceTimersByTimeAsync(startMs);

    const long = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((account) => run(account, 900));
    await vi.advanceTimersByTimeAsync(20_000);

    expect(await Promise.all(long)).toEqual(long.map(() => 'done'));
    expect(log.length).toBeGreaterThan(long.length);
    await pool.close();
  });

  it('refuses whose turn does not come in time', async () => {
    const { run, log } = openFake(forOneRequest);
    void run('ana', endless);
    const late = run('ana', 10, { waitMs: 50 });
    const refused = expect(late).rejects.toThrow(NoTurn);
    await vi.advanceTimersByTimeAsync(50);

    await refused;
    expect(log).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
  });

  it('ends work whose request has no time left, a moment later', async () => {
    const { run, pool } = openFake(forOneRequest);
    void pool.warm();
    await vi.advanceTimersByTimeAsync(startMs);
    const over = new AbortController();

    const refused = expect(withinBudget(over.signal, () => run('ana', endless))).rejects.toThrow(NoTurn);
    over.abort();
    await vi.advanceTimersByTimeAsync(200);

    await refused;
  });

  it('tells one of those who wait why a process does not start, and tries again for the next', async () => {
    let starts = 0;
    const { run } = openFake(forOneRequest, () => {
      starts += 1;
      return starts === 1;
    });

    const [failed, fine] = [run('ana', 10), run('bob', 10)];
    const refused = expect(failed).rejects.toThrow('no such program');
    await vi.advanceTimersByTimeAsync(2 * startMs + 10);

    await refused;
    expect(await fine).toBe('done');
  });

  it('refuses whoever waits when it is closed, and ends what is under way', async () => {
    const { run, pool, started } = openFake(forOneRequest);
    void pool.warm();
    await vi.advanceTimersByTimeAsync(startMs);
    const all = [run('ana', endless), run('bob', 10)].map((one) => expect(one).rejects.toThrow('closed'));

    await pool.close();

    await Promise.all(all);
    expect(started.every(({ isUsable }) => !isUsable)).toBe(true);
  });
});
