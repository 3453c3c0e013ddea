import { expect, it } from 'vitest';
import { admitting } from '../../../local/admission.ts';

/** Calls that end when they are told to; their names in the order in which they were let in. */
const calls = () => {
  const entered: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (name: string): Promise<string> => {
    entered.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { entered, call, end: (name: string) => ends.get(name)?.() };
};

it('lets so many run at once, and then the newest of those who wait', async () => {
  const { entered, call, end } = calls();
  const admitted = admitting(2, call, () => 'one');

  const all = ['a', 'b', 'c', 'd'].map((name) => admitted(name));
  expect(entered).toEqual(['a', 'b']);
  end('a');
  await all[0];
  expect(entered).toEqual(['a', 'b', 'd']);
  end('d');
  end('b');
  await Promise.all([all[1], all[3]]);
  expect(entered).toEqual(['a', 'b', 'd', 'c']);
  end('c');
  await all[2];
});

it('goes on after a call that failed', async () => {
  const admitted = admitting(
    1,
    async (fails: boolean) => {
      if (fails) throw new Error('failed');
      return 'fine';
    },
    () => 'one',
  );

  const [failed, fine] = await Promise.allSettled([admitted(true), admitted(false)]);

  expect(failed.status).toBe('rejected');
  expect(fine).toEqual({ status: 'fulfilled', value: 'fine' });
});

it('lets another account in, however many calls of one wait', async () => {
  const { entered, call, end } = calls();
  const admitted = admitting(1, call, (name) => name.slice(0, 3));

  const all = ['ana 1', 'ana 2', 'ana 3', 'bob 1'].map((name) => admitted(name));

  expect(entered).toEqual(['ana 1', 'bob 1']);
  for (const name of ['ana 1', 'bob 1', 'ana 3', 'ana 2']) {
    end(name);
    await Promise.race(all);
    await new Promise(setImmediate);
  }
  expect((await Promise.all(all)).length).toBe(4);
});

it('shares what runs at once by account, and gives a free place to whoever has fewest', async () => {
  const { entered, call, end } = calls();
  const admitted = admitting(4, call, (name) => name.slice(0, 3));
  const start = (name: string) => admitted(name);
  const finish = async (name: string) => {
    end(name);
    await new Promise(setImmediate);
  };

  const all = ['ana 1', 'ana 2', 'ana 3', 'ana 4', 'ana 5', 'bob 1', 'bob 2', 'eve 1'].map(start);
  expect(entered).toEqual(['ana 1', 'ana 2', 'ana 3', 'ana 4', 'bob 1', 'eve 1']);
  // six run where four may: two places are only given up
  await finish('ana 1');
  await finish('ana 2');
  expect(entered).toHaveLength(6);
  await finish('eve 1');
  expect(entered.slice(6)).toEqual(['bob 2']);
  await finish('bob 1');
  expect(entered.slice(7)).toEqual(['ana 5']);
  for (const name of ['ana 3', 'ana 4', 'ana 5', 'bob 2']) await finish(name);
  expect(await Promise.all(all)).toHaveLength(8);
});
