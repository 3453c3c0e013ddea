import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dynamoDbDrawingAttempts } from '../../lambdas/aws/dynamodb-attempts.ts';
import { readEnvironment } from '../../lambdas/environment.ts';
import type { DrawingAttempt } from '../../lambdas/ports/images.ts';
import type { Runtime } from '../../lambdas/ports/runtime.ts';
import { beginAttempt, forget, noteFailure, postpone } from '../../lambdas/usecases/attempts.ts';
import { type FaultyCloud, startFaultyCloud } from '../faults/faulty-cloud.ts';

let cloud: FaultyCloud;
beforeAll(async () => {
  cloud = await startFaultyCloud();
});
beforeEach(() => cloud.calm());
afterAll(() => cloud.close());

const attempts = () => dynamoDbDrawingAttempts(readEnvironment('drawings:attempt'));
const ports = () => ({ 'drawings:attempt': attempts() });
const aName = (): string => randomBytes(32).toString('base64url');
const at = (minutes: number): Date => new Date(Date.UTC(2027, 0, 1) + minutes * 60_000);
const atMinute = (minutes: number): Runtime => ({
  defaultEngine: 'satori',
  now: () => at(minutes),
  randomBytes: (count) => randomBytes(count),
  log: () => undefined,
  count: () => undefined,
  tellQuota: () => undefined,
});
const anAttempt = (id: string, number = 1): DrawingAttempt => ({
  ...{ id, number, startedAt: at(0), retryAt: at(1), hasFailed: false },
});

describe('attempts at a picture', () => {
  it('are read as they were written, and forgotten', async () => {
    const name = aName();
    const first = anAttempt('a');
    await attempts().begin(name, first, undefined);
    const begun = await attempts().find(name);
    await attempts().end(name, first, { ...first, hasFailed: true, number: 0 });
    const ended = await attempts().find(name);
    await attempts().end(name, first);

    expect([begun, ended]).toEqual([first, { ...first, hasFailed: true, number: 0 }]);
    expect(await attempts().find(name)).toBeUndefined();
  });

  it('begin one at a time', async () => {
    const name = aName();
    const firsts = ['a', 'b', 'c', 'd'].map((id) => attempts().begin(name, anAttempt(id), undefined));
    const begun = (await Promise.all(firsts)).filter(Boolean);
    const seen = await attempts().find(name);
    const seconds = ['e', 'f', 'g'].map((id) => attempts().begin(name, anAttempt(id, 2), seen));

    expect([begun.length, (await Promise.all(seconds)).filter(Boolean).length]).toEqual([1, 1]);
    expect((await attempts().find(name))?.number).toBe(2);
  });

  it('are not ended by whoever made an earlier one', async () => {
    const name = aName();
    const [early, late] = [anAttempt('early'), anAttempt('late', 2)];
    await attempts().begin(name, early, undefined);
    await attempts().begin(name, late, early);

    await attempts().end(name, early);
    await attempts().end(name, early, { ...early, hasFailed: true });

    expect(await attempts().find(name)).toEqual(late);
  });
});

describe('whose turn it is', () => {
  it('is one caller’s of many, also when answers are lost', async () => {
    const name = aName();
    let lost = 0;
    cloud.dynamoDb.decide = ({ operation }) => {
      if (operation !== 'PutItem' || lost >= 6) return undefined;
      lost += 1;
      return lost % 2 === 0 ? 'lost' : 'errorAfter';
    };

    const turns = await Promise.all(Array.from({ length: 12 }, () => beginAttempt(ports(), atMinute(0), name)));

    expect(lost).toBe(6);
    expect(turns.filter(({ isOurs }) => isOurs)).toHaveLength(1);
    expect(new Set(turns.map(({ attempt }) => attempt.id)).size).toBe(1);
  });

  it('comes again when the pause after a failure is over, for one of many', async () => {
    const name = aName();
    const first = await beginAttempt(ports(), atMinute(0), name);
    await noteFailure(ports(), name, first);
    const early = await Promise.all(Array.from({ length: 5 }, () => beginAttempt(ports(), atMinute(0.99), name)));
    const late = await Promise.all(Array.from({ length: 5 }, () => beginAttempt(ports(), atMinute(1), name)));

    expect(early.map(({ isOurs, attempt }) => [isOurs, attempt.hasFailed])).toEqual(Array(5).fill([false, true]));
    const [second, ...others] = late.filter(({ isOurs }) => isOurs);
    expect([second?.attempt.number, second?.attempt.retryAt, others]).toEqual([2, at(11), []]);
  });

  it('counts no attempt that was none of the picture’s doing', async () => {
    const name = aName();
    const first = await beginAttempt(ports(), atMinute(0), name);
    await postpone(ports(), name, first, at(0.1));

    const held = await beginAttempt(ports(), atMinute(0.05), name);
    const next = await beginAttempt(ports(), atMinute(0.1), name);
    await postpone(ports(), name, next, at(0.2));
    const third = await beginAttempt(ports(), atMinute(0.2), name);

    expect([held.isOurs, next.isOurs, next.attempt.number]).toEqual([false, true, 1]);
    await noteFailure(ports(), name, third);
    expect(await attempts().find(name)).toMatchObject({ number: 1 });
    await forget(ports(), name, third);
    expect(await attempts().find(name)).toBeUndefined();
  });
});
