import { inflateSync } from 'node:zlib';
import { formatThousands } from '../../../thousands.ts';
import { FontProblem, FontTable } from './font-tables.ts';

/** Maximum bytes of an unpacked font. The largest common ones, with Chinese in all weights, have 10 MB. */
export const maxUnpackedBytes = 20_000_000;

/** Not bitwise, which would make a large length negative. */
const padLength = (length: number): number => Math.ceil(length / 4) * 4;

interface PackedTable {
  readonly entry: number;
  readonly offset: number;
  readonly packed: number;
  readonly length: number;
}

const inflateTable = (stored: Uint8Array, { packed, length }: PackedTable): Uint8Array => {
  if (packed >= length) return stored;
  try {
    return inflateSync(stored, { maxOutputLength: length });
  } catch {
    throw new FontProblem('A table of the WOFF file cannot be unpacked.');
  }
};

/**
 * Returns the TrueType or OpenType font inside a WOFF file, whose tables are deflated or stored.
 * Source: https://www.w3.org/TR/WOFF/
 *
 * @throws FontProblem if the file is invalid.
 */
export const unpackWoff = (woff: Uint8Array): ArrayBuffer => {
  const file = new FontTable(woff, 'The WOFF file');
  const count = file.counted(file.uint16(12), 44, 20);
  const tables = Array.from({ length: count }, (_, index): PackedTable => {
    const entry = 44 + index * 20;
    return { entry, offset: file.uint32(entry + 4), packed: file.uint32(entry + 8), length: file.uint32(entry + 12) };
  });
  const size = tables.reduce((sum, { length }) => sum + padLength(length), 12 + count * 16);
  if (size > maxUnpackedBytes) throw new FontProblem(tooLarge);
  const font = new Uint8Array(size);
  const out = new DataView(font.buffer);
  out.setUint32(0, file.uint32(4));
  out.setUint16(4, count);
  const selector = Math.floor(Math.log2(Math.max(1, count)));
  out.setUint16(6, 16 << selector);
  out.setUint16(8, selector);
  out.setUint16(10, count * 16 - (16 << selector));
  let at = 12 + count * 16;
  for (const [index, table] of tables.entries()) {
    const record = 12 + index * 16;
    font.set(file.part(table.entry, 4), record);
    font.set(file.part(table.entry + 16, 4), record + 4);
    out.setUint32(record + 8, at);
    out.setUint32(record + 12, table.length);
    const bytes = inflateTable(file.part(table.offset, table.packed), table);
    if (bytes.length !== table.length)
      throw new FontProblem('A table of the WOFF file has another length than it says.');
    font.set(bytes, at);
    at += padLength(table.length);
  }
  return font.buffer;
};

export const tooLarge = `The font unpacks to more than ${formatThousands(maxUnpackedBytes)} bytes.`;
