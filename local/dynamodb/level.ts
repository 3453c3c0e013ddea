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

interface Reader {
  _get(key: unknown, options: object): Promise<unknown>;
  _getSync(key: unknown, options: object): unknown;
}

/*
 * Nearly every value is in memory, where Level finds it in less time than it takes to hand the request to another thread. Each call of
 * dynalite reads two, its table's description and the item.
 */
const reader = Level.prototype as unknown as Reader;
reader._get = async function getAtOnce(this: Reader, key, options) {
  return this._getSync(key, options);
};
