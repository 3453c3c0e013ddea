import { Level } from 'level';

type Open = (this: Level, options?: object) => { close(): Promise<void> };

/*
 * dynalite 4 calls `return` of an iterator when a query or scan has ended. Iterators of Level are closed with `close`, and one
 * that is not closed keeps the state of the database: some 50 KB of memory for each query.
 */
for (const method of ['keys', 'values'] as const) {
  const open = Level.prototype[method] as Open;
  Object.assign(Level.prototype, {
    [method](this: Level, options?: object) {
      const iterator = open.call(this, options);
      return Object.assign(iterator, { return: () => iterator.close() });
    },
  });
}
