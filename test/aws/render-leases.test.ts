import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dynamoDbRenderLeases } from '../../lambdas/aws/dynamodb/render-leases.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import type { RenderLease } from '../../lambdas/ports/images.ts';
import type { Runtime } from '../../lambdas/ports/runtime.ts';
import {
  acquireLease,
  recordFailure,
  releaseLease,
  releaseWithBackoff,
} from '../../lambdas/usecases/images/render-lease.ts';
import { useFaultyCloud } from '../faults/faulty-cloud.ts';

const cloud = useFaultyCloud();

const leases = () => dynamoDbRenderLeases(readEnvironment('renderLeases:acquire'));
const ports = () => ({ 'renderLeases:acquire': leases() });
const aName = (): string => randomBytes(32).toString('base64url');
const at = (minutes: number): Date => new Date(Date.UTC(2027, 0, 1) + minutes * 60_000);
const atMinute = (minutes: number): Runtime => ({
  defaultEngine: 'satori',
  now: () => at(minutes),
  randomBytes: (count) => randomBytes(count),
  log: () => undefined,
  count: () => undefined,
  writeQuotaHeaders: () => undefined,
});
const aLease = (id: string, number = 1): RenderLease => ({
  ...{ id, number, startedAt: at(0), retryAt: at(1), hasFailed: false },
});

describe('stored leases of an image', () => {
  it('are read as they were written, and deleted', async () => {
    const name = aName();
    const first = aLease('a');
    await leases().begin(name, first, undefined);
    const begun = await leases().find(name);
    await leases().end(name, first, { ...first, hasFailed: true, number: 0 });
    const ended = await leases().find(name);
    await leases().end(name, first);

    expect([begun, ended]).toEqual([first, { ...first, hasFailed: true, number: 0 }]);
    expect(await leases().find(name)).toBeUndefined();
  });

  it('are acquired one at a time', async () => {
    const name = aName();
    const firsts = ['a', 'b', 'c', 'd'].map((id) => leases().begin(name, aLease(id), undefined));
    const begun = (await Promise.all(firsts)).filter(Boolean);
    const seen = await leases().find(name);
    const seconds = ['e', 'f', 'g'].map((id) => leases().begin(name, aLease(id, 2), seen));

    expect([begun.length, (await Promise.all(seconds)).filter(Boolean).length]).toEqual([1, 1]);
    expect((await leases().find(name))?.number).toBe(2);
  });

  it('are not ended by the holder of an earlier lease', async () => {
    const name = aName();
    const [early, late] = [aLease('early'), aLease('late', 2)];
    await leases().begin(name, early, undefined);
    await leases().begin(name, late, early);

    await leases().end(name, early);
    await leases().end(name, early, { ...early, hasFailed: true });

    expect(await leases().find(name)).toEqual(late);
  });
});

describe('a render lease', () => {
  it('is acquired by one caller of many, also when responses are lost', async () => {
    const name = aName();
    let lost = 0;
    cloud.dynamoDb.decide = ({ operation }) => {
      if (operation !== 'PutItem' || lost >= 6) return undefined;
      lost += 1;
      return lost % 2 === 0 ? 'lost' : 'errorAfter';
    };

    const turns = await Promise.all(Array.from({ length: 12 }, () => acquireLease(ports(), atMinute(0), name)));

    expect(lost).toBe(6);
    expect(turns.filter(({ isOurs }) => isOurs)).toHaveLength(1);
    expect(new Set(turns.map(({ lease }) => lease.id)).size).toBe(1);
  });

  it('can be acquired again by one caller when the backoff after a failure is over', async () => {
    const name = aName();
    const first = await acquireLease(ports(), atMinute(0), name);
    await recordFailure(ports(), name, first);
    const early = await Promise.all(Array.from({ length: 5 }, () => acquireLease(ports(), atMinute(0.99), name)));
    const late = await Promise.all(Array.from({ length: 5 }, () => acquireLease(ports(), atMinute(1), name)));

    expect(early.map(({ isOurs, lease }) => [isOurs, lease.hasFailed])).toEqual(Array(5).fill([false, true]));
    const [second, ...others] = late.filter(({ isOurs }) => isOurs);
    expect([second?.lease.number, second?.lease.retryAt, others]).toEqual([2, at(11), []]);
  });

  it('counts no attempt that failed for another reason than the image', async () => {
    const name = aName();
    const first = await acquireLease(ports(), atMinute(0), name);
    await releaseWithBackoff(ports(), name, first, at(0.1));

    const held = await acquireLease(ports(), atMinute(0.05), name);
    const next = await acquireLease(ports(), atMinute(0.1), name);
    await releaseWithBackoff(ports(), name, next, at(0.2));
    const third = await acquireLease(ports(), atMinute(0.2), name);

    expect([held.isOurs, next.isOurs, next.lease.number]).toEqual([false, true, 1]);
    await recordFailure(ports(), name, third);
    expect(await leases().find(name)).toMatchObject({ number: 1 });
    await releaseLease(ports(), name, third);
    expect(await leases().find(name)).toBeUndefined();
  });
});
