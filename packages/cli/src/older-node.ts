/* Polyfills of functions that the code and its dependencies use and that Node 20 or 22 lacks. */

type Fn = (...args: never[]) => unknown;

/** Methods of iterators, as lazy as the built-in ones. They close iterators that are not exhausted. */
const iterators: Readonly<Record<string, Fn>> = {
  *map<T, R>(this: Iterable<T>, fn: (value: T, index: number) => R): Generator<R> {
    let index = 0;
    for (const value of this) yield fn(value, index++);
  },
  *filter<T>(this: Iterable<T>, fn: (value: T, index: number) => unknown): Generator<T> {
    let index = 0;
    for (const value of this) if (fn(value, index++)) yield value;
  },
  *flatMap<T, R>(this: Iterable<T>, fn: (value: T, index: number) => Iterable<R>): Generator<R> {
    let index = 0;
    for (const value of this) yield* fn(value, index++);
  },
  *take<T>(this: Iterable<T>, limit: number): Generator<T> {
    let left = limit;
    if (left <= 0) return;
    for (const value of this) {
      yield value;
      left -= 1;
      if (left <= 0) return;
    }
  },
  *drop<T>(this: Iterable<T>, limit: number): Generator<T> {
    let left = limit;
    for (const value of this) if (left-- <= 0) yield value;
  },
  some<T>(this: Iterable<T>, fn: (value: T, index: number) => unknown): boolean {
    let index = 0;
    for (const value of this) if (fn(value, index++)) return true;
    return false;
  },
  every<T>(this: Iterable<T>, fn: (value: T, index: number) => unknown): boolean {
    let index = 0;
    for (const value of this) if (!fn(value, index++)) return false;
    return true;
  },
  find<T>(this: Iterable<T>, fn: (value: T, index: number) => unknown): T | undefined {
    let index = 0;
    for (const value of this) if (fn(value, index++)) return value;
    return undefined;
  },
  forEach<T>(this: Iterable<T>, fn: (value: T, index: number) => unknown): void {
    let index = 0;
    for (const value of this) fn(value, index++);
  },
  reduce<T>(this: Iterable<T>, fn: (sum: unknown, value: T, index: number) => unknown, ...initial: unknown[]): unknown {
    let index = 0;
    let sum = initial[0];
    for (const value of this) {
      sum = index === 0 && initial.length === 0 ? value : fn(sum, value, index);
      index += 1;
    }
    return sum;
  },
  toArray<T>(this: Iterable<T>): T[] {
    return [...this];
  },
};

const setMethods: Readonly<Record<string, Fn>> = {
  union<T>(this: Set<T>, other: ReadonlySet<T>) {
    return new Set([...this, ...other.keys()]);
  },
  intersection<T>(this: Set<T>, other: ReadonlySet<T>) {
    return new Set([...this].filter((value) => other.has(value)));
  },
  difference<T>(this: Set<T>, other: ReadonlySet<T>) {
    return new Set([...this].filter((value) => !other.has(value)));
  },
  symmetricDifference<T>(this: Set<T>, other: ReadonlySet<T>) {
    const own = [...this].filter((value) => !other.has(value));
    return new Set([...own, ...[...other.keys()].filter((value) => !this.has(value))]);
  },
  isSubsetOf<T>(this: Set<T>, other: ReadonlySet<T>) {
    return [...this].every((value) => other.has(value));
  },
  isSupersetOf<T>(this: Set<T>, other: ReadonlySet<T>) {
    return [...other.keys()].every((value) => this.has(value));
  },
  isDisjointFrom<T>(this: Set<T>, other: ReadonlySet<T>) {
    return ![...this].some((value) => other.has(value));
  },
};

const groupBy = <T, K>(items: Iterable<T>, getKey: (item: T, index: number) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = getKey(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/** Objects, with the functions that are added where missing. */
export const additions: readonly (readonly [object, Readonly<Record<string, Fn>>])[] = [
  [Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), iterators],
  [Set.prototype, setMethods],
  [Map, { groupBy }],
  [
    Object,
    {
      groupBy: <T>(items: Iterable<T>, getKey: (item: T, index: number) => PropertyKey) =>
        Object.assign(Object.create(null), Object.fromEntries(groupBy(items, getKey))),
    },
  ],
  [
    Promise,
    {
      withResolvers<T>() {
        let resolve: unknown;
        let reject: unknown;
        const promise = new Promise<T>((onResolve, onReject) => {
          resolve = onResolve;
          reject = onReject;
        });
        return { promise, resolve, reject };
      },
    },
  ],
  [
    Array,
    {
      async fromAsync<T>(items: AsyncIterable<T> | Iterable<T>) {
        const all: T[] = [];
        for await (const item of items) all.push(item);
        return all;
      },
    },
  ],
  [URL, { parse: (url: string, base?: string) => (URL.canParse(url, base) ? new URL(url, base) : null) }],
  // a process that runs templates does nothing else, so the time of all threads is accurate enough
  [process, { threadCpuUsage: (before?: NodeJS.CpuUsage) => process.cpuUsage(before) }],
];

for (const [owner, functions] of additions)
  for (const [name, value] of Object.entries(functions))
    if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
