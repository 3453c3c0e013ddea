import { Level } from 'level';

/** Keys under which dynalite stores descriptions of tables. */
const tableEntries = { gte: 'table~', lt: 'table\x7f' };

/**
 * Opens dynalite's folder before dynalite does. A folder that another process has locked would end this process with an
 * exception that cannot be caught. A table whose creation was interrupted would stay unusable, so its description is
 * deleted; it cannot contain data yet.
 *
 * @throws Error when the folder cannot be opened
 */
export const prepareFolder = async (dir: string): Promise<void> => {
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
