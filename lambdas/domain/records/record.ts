import * as z from 'zod';

/** Attributes of a table item. */
export type Item = Record<string, unknown>;

/** A date as stored in tables: ISO 8601 in UTC, which sorts chronologically as text. */
export const isoDate = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** Returns a time to live: Unix seconds, rounded up. */
export const toSeconds = (moment: Date): number => Math.ceil(moment.getTime() / 1_000);

/** Format of the records that this release writes. Records without a format have this one. */
const formatVersion = 1;

export const isKnownFormat = (item: Item): boolean => [undefined, formatVersion].includes(item.formatVersion as number);

/** Returns an item with its format version. */
export const addFormatVersion = <T extends object>(item: T): T & { readonly formatVersion: number } => ({
  ...item,
  formatVersion,
});

/**
 * Records of one kind: the key of their items, and the fields with their schemas. A record that does not parse is an
 * error, never treated as missing.
 */
export const recordsOf = <K, const S extends z.ZodRawShape>(toKey: (of: K) => Item, fields: S) => {
  const schema = z.object(fields);
  type Stored = z.output<typeof schema>;
  /** Parses an item. @throws Error for an unknown format, z.ZodError */
  const read = (item: Item): Stored => {
    if (!isKnownFormat(item)) throw new Error('A record has a format this version does not know.');
    return schema.parse(item);
  };
  const toItem = (of: K, record: Stored, also?: Item): Item =>
    addFormatVersion({ ...z.encode(schema, record), ...also, ...toKey(of) });
  return {
    schema,
    read,
    toItem,
    toKey,
  };
};

/** A kind of records with keys of type `K` and records of type `T`. */
export interface RecordKind<K, T> {
  read(item: Item): T;
  toItem(of: K, record: T, also?: Item): Item;
  toKey(of: K): Item;
}

export type RecordOf<R extends { read(item: Item): unknown }> = ReturnType<R['read']>;

/** One record of a scan, or why it cannot be parsed: a damaged record must not end the scan. */
export type Walked<T> =
  | { readonly id: string; readonly record: T }
  | { readonly id: string; readonly problem: unknown };

/** Parses one item of a scan. Returns the record or the error. */
export const readWalked = <T>(id: unknown, item: Item, read: (item: Item) => T): Walked<T> => {
  try {
    return { id: String(id), record: read(item) };
  } catch (problem) {
    return { id: String(id), problem };
  }
};
