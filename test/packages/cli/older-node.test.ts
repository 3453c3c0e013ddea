import { expect, it } from 'vitest';
import { additions } from '../../../packages/cli/src/older-node.ts';

const iterator = () => [5, 6, 7, 8].values();
const isOdd = (value: unknown, index: unknown) => Number(value) % 2 === 1 && Number(index) < 3;
const sets = [new Set([1, 2, 3]), new Set([2, 3, 4]), new Set([1, 2]), new Set<number>(), new Set([9])];

const listed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Symbol.iterator in value ? [...(value as Iterable<unknown>)] : value;

/** Arguments to try each method of iterators with. */
const iteratorCalls: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  map: [[(value: number, index: number) => value * index]],
  filter: [[isOdd]],
  flatMap: [[(value: number, index: number) => [value, index]]],
  take: [[0], [2], [9]],
  drop: [[0], [2], [9]],
  some: [[isOdd], [() => false]],
  every: [[isOdd], [() => true]],
  find: [[isOdd], [() => false]],
  forEach: [[() => 1]],
  reduce: [
    [(sum: number, value: number, index: number) => sum + value * index],
    [(sum: number, value: number, index: number) => sum + value * index, 100],
  ],
  toArray: [[]],
};

const getAdditions = (owner: object) => additions.find(([one]) => one === owner)?.[1] ?? expect.fail('no additions');
const iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(iterator()));

it.each(Object.entries(iteratorCalls))('the method %s of iterators does what the built-in one does', (name, tried) => {
  const added = getAdditions(iteratorPrototype)[name] ?? expect.fail('not added');
  for (const args of tried) {
    const builtIn = iteratorPrototype[name].apply(iterator(), args);
    expect(listed(Reflect.apply(added, iterator(), args))).toEqual(listed(builtIn));
  }
});

it('every method of iterators that is added is compared', () => {
  expect(Object.keys(iteratorCalls).sort()).toEqual(Object.keys(getAdditions(iteratorPrototype)).sort());
});

it('methods of iterators end what they do not read to its end', () => {
  let isClosed = false;
  const numbers = function* () {
    try {
      for (let n = 0; ; n += 1) yield n;
    } finally {
      isClosed = true;
    }
  };
  const { take } = getAdditions(iteratorPrototype);

  const taken = [...(Reflect.apply(take ?? expect.fail(), numbers(), [3]) as Iterable<number>)];

  expect([taken, isClosed]).toEqual([[0, 1, 2], true]);
});

it.each(Object.keys(getAdditions(Set.prototype)))('the method %s of sets does what the built-in one does', (name) => {
  const added = getAdditions(Set.prototype)[name] ?? expect.fail('not added');
  const builtIn = (Set.prototype as unknown as Record<string, (other: Set<number>) => unknown>)[name];
  for (const one of sets)
    for (const other of sets)
      expect(listed(Reflect.apply(added, one, [other]))).toEqual(listed(builtIn?.call(one, other)));
});

it.each([
  [Map, 'groupBy', [[1, 2, 3], (n: number) => n % 2]],
  [Object, 'groupBy', [[1, 2, 3], (n: number) => (n % 2 ? 'odd' : '__proto__')]],
  [URL, 'parse', ['/a?b', 'https://example.com/c']],
  [URL, 'parse', ['/a?b']],
] as const)('%s.%s does what the built-in one does', (owner, name, args) => {
  const added = getAdditions(owner)[name] ?? expect.fail('not added');
  const [own, builtIn] = [added, Reflect.get(owner, name)].map((fn) => Reflect.apply(fn, owner, [...args]));
  expect(own).toEqual(builtIn);
});

it('promises and asynchronous arrays come as from the built-in ones', async () => {
  const { withResolvers } = getAdditions(Promise);
  const { fromAsync } = getAdditions(Array);
  const one = Reflect.apply(withResolvers ?? expect.fail(), Promise, []) as PromiseWithResolvers<number>;
  one.resolve(3);
  expect(await one.promise).toBe(3);
  expect(await Reflect.apply(fromAsync ?? expect.fail(), Array, [iterator()])).toEqual([5, 6, 7, 8]);
});
