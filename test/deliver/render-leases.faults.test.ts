import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dynamoDbRenderLeases } from '../../lambdas/aws/dynamodb/render-leases.ts';
import { readEnvironment } from '../../lambdas/config/environment.ts';
import { acquireLease, type OwnLease } from '../../lambdas/deliver/render-lease.ts';
import type { RenderLease } from '../../lambdas/ports/images.ts';
import { useFaultyCloud } from '../support/faults/faulty-cloud.ts';
import { quietRuntime } from '../support/quiet-runtime.ts';

/**
 * @promise What one signed URL can cost: A render lease and a cached remote image have one winner, in races and when
 *   answers are lost
 * @also test/mint/stored-trees.faults.test.ts
 * @figure one of 12 and one of 10
 */

const cloud = useFaultyCloud();

const leases = () => dynamoDbRenderLeases(readEnvironment('renderLeases:acquire'));
const aName = (): string => randomBytes(32).toString('base64url');
const at = (minutes: number): Date => new Date(Date.UTC(2027, 0, 1) + minutes * 60_000);
const acquire = (name: string, minute: number) =>
  acquireLease(
    { 'renderLeases:acquire': leases() },
    quietRuntime(() => at(minute)),
    name,
  );
const acquireOwn = async (name: string, minute: number): Promise<OwnLease> => {
  const lease = await acquire(name, minute);
  return lease.isOurs ? lease : expect.fail('It is the lease of another.');
};
const aLease = (id: string, number = 1): RenderLease => ({
  ...{ id, number, startedAt: at(0), retryAt: at(1), hasFailed: false },
});

it('stored leases of an image are not ended by the holder of an earlier lease', async () => {
  const name = aName();
  const [early, late] = [aLease('early'), aLease('late', 2)];
  await leases().begin(name, early, undefined);
  await leases().begin(name, late, early);

  await leases().end(name, early);
  await leases().end(name, early, { ...early, hasFailed: true });

  expect(await leases().find(name)).toEqual(late);
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

    const turns = await Promise.all(Array.from({ length: 12 }, () => acquire(name, 0)));

    expect(lost).toBe(6);
    const others = turns.filter((lease) => !lease.isOurs);
    expect(others.map(({ isHeld }) => isHeld)).toEqual(Array(11).fill(true));
  });

  it('can be acquired again by one caller when the backoff after a failure is over', async () => {
    const name = aName();
    const first = await acquireOwn(name, 0);
    await first.fail();
    const early = await Promise.all(Array.from({ length: 5 }, () => acquire(name, 0.99)));
    const late = await Promise.all(Array.from({ length: 5 }, () => acquire(name, 1)));

    expect(early).toMatchObject(Array(5).fill({ isOurs: false, isHeld: false }));
    const [second, ...others] = late.filter((lease) => lease.isOurs);
    expect([second?.number, second?.retryAt, others]).toEqual([2, at(11), []]);
  });

  it('counts no attempt that failed for another reason than the image', async () => {
    const name = aName();
    const first = await acquireOwn(name, 0);
    await first.backOff(at(0.1));

    const held = await acquire(name, 0.05);
    const next = await acquireOwn(name, 0.1);
    await next.backOff(at(0.2));
    const third = await acquireOwn(name, 0.2);

    expect([held.isOurs, next.number]).toEqual([false, 1]);
    await third.fail();
    expect(await leases().find(name)).toMatchObject({ number: 1 });
    await third.release();
    expect(await leases().find(name)).toBeUndefined();
  });
});
