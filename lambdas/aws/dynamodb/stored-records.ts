import type { Item, RecordKind } from '../../domain/records/record.ts';
import { deleteItem, getItem, putItem } from './table.ts';

/** Attributes of an item besides key and record, and the condition of its write. */
interface Write {
  readonly also?: Item;
  readonly condition?: string;
  readonly values?: Item;
}

/** Returns the record of a key by a consistent read; undefined if it does not exist. */
export const findRecord = async <K, T>(kind: RecordKind<K, T>, table: string, of: K): Promise<T | undefined> => {
  const item = await getItem(table, kind.toKey(of));
  return item && kind.read(item);
};

/** Writes a record. @returns false if the condition failed */
export const putRecord = <K, T>(
  kind: RecordKind<K, T>,
  table: string,
  of: K,
  record: T,
  { also, condition, values }: Write = {},
): Promise<boolean> => putItem(table, kind.toItem(of, record, also), condition, values);

/** Deletes a record. @returns false if the condition failed */
export const deleteRecord = <K, T>(
  kind: RecordKind<K, T>,
  table: string,
  of: K,
  condition?: string,
  values?: Item,
): Promise<boolean> => deleteItem(table, kind.toKey(of), condition, values);
