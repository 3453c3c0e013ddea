import { fail } from 'image-url-contract/errors.ts';
import { expect, it } from 'vitest';
import { byAge, storeWithin } from '../../lambdas/limits/store-within.ts';

const refusal = fail('TOO_MANY_KEYS');
type Row = { readonly id: string; readonly createdAt: Date };

/** An account's rows, of which it may have two, and what stores one more; `pause` runs before it is stored. */
const anAccount = () => {
  const rows = new Map<string, Row>();
  const list = async () => [...rows.values()].sort(byAge(({ id }) => id)).map(({ id }) => id);
  const add = (id: string, at: number, pause: () => Promise<unknown> = async () => undefined) =>
    storeWithin(2, refusal, {
      ...{ id, list },
      store: async () => {
        await pause();
        rows.set(id, { id, createdAt: new Date(at) });
      },
      remove: async () => rows.delete(id),
    });
  return { add, list };
};

it('counts what is there, whatever was counted before', async () => {
  const { add, list } = anAccount();
  await add('a', 1);
  await add('b', 2);
  await expect(add('c', 3)).rejects.toBe(refusal);
  expect(await list()).toEqual(['a', 'b']);
});

it('of requests that come at once, the latest remove what they stored', async () => {
  const { add, list } = anAccount();
  const meet = Promise.withResolvers<void>();
  const all = ['d', 'a', 'c', 'b'].map((id) => add(id, 1, () => meet.promise));
  meet.resolve();
  const settled = await Promise.allSettled(all);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await list()).toEqual(['a', 'b']);
});
