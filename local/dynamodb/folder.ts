import { Level } from 'level';

/** Where dynalite keeps a table's description. */
const tableEntries = { gte: 'table~', lt: 'table\x7f' };

/**
 * Looks into dynalite's folder before dynalite does. A folder that another process holds would end this one with an
 * exception nobody can catch, and a table whose making was cut off by a kill would stay unusable: it is forgotten, to be made
 * again, and can hold nothing yet.
 *
 * @throws when the folder cannot be opened.
 */
export const checkOut = async (dir: string): Promise<void> => {
  const store = new Level<string, { TableStatus?: string }>(dir, { valueEncoding: 'json' });
  try {
    await store.open();
  } catch (cause) {
    throw new Error(`The data folder ${dir} cannot be opened; most likely another process is using it.`, { cause });
  }
  for await (const [key, table] of store.iterator(tableEntries)) {
    if (table.TableStatus === 'CREATING') await store.del(key);
  }
  await store.close();
};
