import { describe, expect, it } from 'vitest';
import { openPool, type PooledWorker } from '#engine/isolation/worker/pool.ts';
import { withinBudget } from '#engine/time-budget.ts';

/**
 * @promise Template code: Many concurrent requests
 * @how a function serves one request at a time; its workers take jobs from a FIFO queue of 256, and a request that
 *   finds it full, or waits too long, gets 503. The local run serves one developer: there an attacker's request may
 *   delay another
 * @also test/mint/crowds.guards.service.slow.test.ts
 * @figure the next honest request is answered
 */

/** A worker that starts at once and does what its job says. */
class FakeWorker implements PooledWorker {
  isUsable: boolean;
  isStopped = false;
  readonly ready: Promise<void>;
  idle: Promise<void> = Promise.resolve();
  constructor(startError?: Error) {
    this.isUsable = !startError;
    this.ready = startError ? Promise.reject(startError) : Promise.resolve();
    this.ready.catch(() => {});
  }
  stop = async () => {
    this.isUsable = false;
    this.isStopped = true;
  };
}

const openFake = (size: number, startError: () => Error | undefined = () => undefined) => {
  const started: FakeWorker[] = [];
  const pool = openPool(() => {
    const worker = new FakeWorker(startError());
    started.push(worker);
    return worker;
  }, size);
  return { pool, started, alive: () => started.filter(({ isStopped }) => !isStopped).length };
};

/** A job that ends on request. */
const aJob = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasBegun = false;
  const use = async () => {
    hasBegun = true;
    await promise;
  };
  return { use, end: resolve, hasBegun: () => hasBegun };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));
const unavailable = { code: 'SERVICE_UNAVAILABLE', retryAt: expect.any(Date) };

describe.each([
  ['a function', 1],
  ['the local run', 2],
])('a pool of %s (%i)', (_where, size) => {
  it('runs as many jobs at once as there are workers, first in, first out, and reuses them', async () => {
    const { pool, started } = openFake(size);
    const jobs = Array.from({ length: 6 }, aJob);
    const running = jobs.map(({ use }) => pool.run(use));

    const begun: number[] = [];
    for (const job of jobs) {
      await settled();
      begun.push(jobs.filter(({ hasBegun }) => hasBegun()).length);
      job.end();
    }
    await Promise.all(running);

    expect(begun).toEqual(jobs.map((_, n) => Math.min(jobs.length, n + size)));
    expect(started).toHaveLength(size);
  });

  it('replaces a worker that cannot be used again, and no other', async () => {
    const { pool, started, alive } = openFake(size);
    await pool.warm();
    const first = await pool.run(async (worker) => {
      worker.isUsable = false;
      return worker;
    });
    expect(await pool.run(async (worker) => worker)).not.toBe(first);
    expect(first.isStopped).toBe(true);
    expect([started.length, alive()]).toEqual([size + 1, size]);
  });

  it('rejects with the error of a job, and reuses its worker where possible', async () => {
    const { pool, started } = openFake(size);
    await expect(pool.run(() => Promise.reject(new Error('the job failed')))).rejects.toThrow('the job failed');
    await pool.run(async () => {});
    expect(started).toHaveLength(1);
  });

  it('replaces a worker that ended while it was idle', async () => {
    const { pool, started } = openFake(size);
    await pool.warm();
    for (const worker of started) worker.isUsable = false;
    expect(await pool.run(async ({ isUsable }) => isUsable)).toBe(true);
  });

  it('fails the job whose worker cannot start, and tries again for the next', async () => {
    let isBroken = true;
    const { pool, alive } = openFake(size, () => (isBroken ? new Error('no such program') : undefined));
    await expect(pool.run(async () => {})).rejects.toThrow('no such program');
    isBroken = false;
    await pool.run(async () => {});
    expect(alive()).toBe(1);
  });

  it('rejects jobs beyond the queue limit as unavailable', async () => {
    const { pool } = openFake(size);
    const job = aJob();
    const accepted = Array.from({ length: size + 256 }, () => pool.run(job.use));
    await settled();

    await expect(pool.run(async () => {})).rejects.toMatchObject(unavailable);
    job.end();
    await Promise.all(accepted);
    expect(await pool.run(async () => 'again')).toBe('again');
  });

  it('rejects a waiting job when its request is over, without running it', async () => {
    const { pool } = openFake(size);
    const job = aJob();
    const running = Array.from({ length: size }, () => pool.run(job.use));
    const request = new AbortController();
    let hasRun = false;
    const waiting = withinBudget(request.signal, () =>
      pool.run(async () => {
        hasRun = true;
      }),
    );
    request.abort();

    await expect(waiting).rejects.toMatchObject(unavailable);
    await expect(withinBudget(request.signal, () => pool.run(async () => {}))).rejects.toMatchObject(unavailable);
    job.end();
    await Promise.all(running);
    expect(await pool.run(async () => 'next')).toBe('next');
    expect(hasRun).toBe(false);
  });

  it('lends a worker again once it is idle, though the job that it was lent for has an outcome', async () => {
    const { pool, started } = openFake(size);
    const busy = Array.from({ length: size }, () => Promise.withResolvers<void>());
    const left = busy.map(({ promise }) =>
      pool.run(async (worker) => {
        worker.idle = promise;
        return 'left';
      }),
    );
    const next = aJob();
    const waiting = pool.run(next.use);

    expect(await Promise.all(left)).toEqual(busy.map(() => 'left'));
    await settled();
    expect(next.hasBegun()).toBe(false);
    busy[0]?.resolve();
    await settled();
    expect([next.hasBegun(), started.length]).toEqual([true, size]);
    next.end();
    await waiting;
  });

  it('stops its workers and refuses what waits when it is closed, and starts again with the next job', async () => {
    const { pool, alive } = openFake(size);
    const job = aJob();
    const running = Array.from({ length: size }, () => pool.run(job.use));
    const waiting = pool.run(async () => {});
    await settled();
    const closing = pool.close();

    await expect(waiting).rejects.toMatchObject(unavailable);
    job.end();
    await Promise.all([...running, closing]);
    expect(alive()).toBe(0);
    await pool.run(async () => {});
    expect(alive()).toBe(1);
  });
});
