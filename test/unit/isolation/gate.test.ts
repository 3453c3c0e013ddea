import { expect, it } from 'vitest';
import { openGate } from '../../../lambdas/isolation/turns/gate.ts';
import { NoTurn } from '../../../lambdas/isolation/turns/waiting.ts';
import { withinBudget } from '../../../lambdas/time-budget.ts';

const places = { quick: 2, proven: 0, slow: 1, suspects: 1 };
const longMs = 60_000;

/** What can go on has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A gate, and who has entered it; each stays until he is told to leave. */
const openWatched = () => {
  const gate = openGate(places, longMs, (error) => error === 'overran');
  const entered: string[] = [];
  const leaving: (() => void)[] = [];
  const enter = (account: string) =>
    gate.enter(account, () => {
      entered.push(account);
      return new Promise<void>((resolve) => leaving.push(resolve));
    });
  /** The one that entered first leaves. */
  const leave = async () => {
    leaving.shift()?.();
    await settled();
  };
  return { gate, entered, enter, leave };
};

it('lets in as many as there are places, and next whoever has none, however much others ask for', async () => {
  const { entered, enter, leave } = openWatched();
  const all = [enter('ana'), enter('ana'), enter('ana'), enter('ana'), enter('bob')];
  await settled();
  expect(entered).toEqual(['ana', 'ana']);

  await leave();
  expect(entered).toEqual(['ana', 'ana', 'bob']);
  for (let n = 0; n < 4; n += 1) await leave();

  expect(entered).toEqual(['ana', 'ana', 'bob', 'ana', 'ana']);
  await Promise.all(all);
});

it('tells who gets no place before anything was done, and whose time is over', async () => {
  const { entered, enter, leave, gate } = openWatched();
  const both = [enter('ana'), enter('bob')];
  const over = new AbortController();
  const late = withinBudget(over.signal, () => enter('cid'));
  const closing = enter('dan');
  over.abort();

  await expect(late).rejects.toThrow(NoTurn);
  gate.close();
  await expect(closing).rejects.toThrow(NoTurn);
  await expect(enter('eve')).rejects.toThrow(NoTurn);
  expect(entered).toEqual(['ana', 'bob']);
  await leave();
  await leave();
  await Promise.all(both);
});

it('keeps who overran to places of their own', async () => {
  const { gate, entered, enter, leave } = openWatched();
  const overrun = gate.enter('eve', () => Promise.reject('overran'));
  await expect(overrun).rejects.toBe('overran');

  const evil = [enter('eve'), enter('eve'), enter('eve')];
  const good = [enter('ana'), enter('bob')];
  const ends = Promise.allSettled([...evil, ...good]);

  await settled();
  expect(entered).toEqual(['eve', 'ana', 'bob']);
  gate.close();
  for (let n = 0; n < 3; n += 1) await leave();
  expect((await ends).map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected', 'rejected'],
    ...['fulfilled', 'fulfilled'],
  ]);
});
