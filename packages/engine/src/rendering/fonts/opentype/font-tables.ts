/** The bytes of a font are invalid. The message is returned to the client. */
export class FontProblem extends Error {
  override readonly name = 'FontProblem';
}

/** Maximum number of reads from a table, against malicious fonts. The largest need some hundred thousand. */
const maxReads = 20_000_000;

/** A part of a font. A read beyond its end throws a `FontProblem`, not a `RangeError`. */
export class FontTable {
  readonly length: number;
  private readonly view: DataView;
  private readonly what: string;
  private reads = 0;

  /** @param what name of the part, for messages. */
  constructor(bytes: ArrayBuffer | Uint8Array, what: string) {
    this.view = ArrayBuffer.isView(bytes)
      ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      : new DataView(bytes);
    this.length = this.view.byteLength;
    this.what = what;
  }

  private checked(at: number, bytes: number): number {
    if (at < 0 || at + bytes > this.length) throw new FontProblem(`${this.what} points beyond its end.`);
    this.reads += 1;
    if (this.reads > maxReads) throw new FontProblem(`${this.what} leads round in circles.`);
    return at;
  }

  uint16(at: number): number {
    return this.view.getUint16(this.checked(at, 2));
  }
  int16(at: number): number {
    return this.view.getInt16(this.checked(at, 2));
  }
  uint32(at: number): number {
    return this.view.getUint32(this.checked(at, 4));
  }
  /** Returns a 16.16 fixed-point number. */
  fixed(at: number): number {
    return this.view.getInt32(this.checked(at, 4)) / 65_536;
  }
  tag(at: number): string {
    return String.fromCharCode(...this.part(at, 4));
  }
  /** Returns a part without copying. @param length @default to the end */
  part(at: number, length = this.length - at): Uint8Array {
    this.checked(at, Math.max(0, length));
    return new Uint8Array(this.view.buffer, this.view.byteOffset + at, Math.max(0, length));
  }
  /** Returns a number of entries after checking that the part contains so many. */
  counted(count: number, at: number, bytesEach: number): number {
    this.checked(at, count * bytesEach);
    return count;
  }
}

/** Real fonts have about twenty. */
const maxTables = 100;

/** Returns a table of a font; undefined if there is none. */
export type FontTables = (tag: string) => FontTable | undefined;

/**
 * Returns the tables of an OpenType font, without copying.
 *
 * @throws FontProblem if the directory points beyond the bytes.
 */
export const readFontTables = (bytes: ArrayBuffer | Uint8Array): FontTables => {
  const file = new FontTable(bytes, 'The table directory');
  const count = file.uint16(4);
  if (count > maxTables) throw new FontProblem(`The font has ${count} tables.`);
  const positions = new Map<string, readonly [number, number]>();
  for (let index = 0; index < file.counted(count, 12, 16); index += 1) {
    const record = 12 + index * 16;
    positions.set(file.tag(record), [file.uint32(record + 8), file.uint32(record + 12)]);
  }
  return (tag) => {
    const position = positions.get(tag);
    return position && new FontTable(file.part(...position), `The table ${tag.trim()}`);
  };
};

/**
 * Returns a font without some of its tables. Only their directory entries are removed; their bytes stay.
 *
 * @throws FontProblem if the directory points beyond the bytes.
 */
export const stripFontTables = (bytes: Uint8Array, tags: ReadonlySet<string>): Uint8Array => {
  const file = new FontTable(bytes, 'The table directory');
  const count = file.counted(file.uint16(4), 12, 16);
  const records = Array.from({ length: count }, (_, index) => 12 + index * 16);
  const remaining = records.filter((record) => !tags.has(file.tag(record)));
  if (remaining.length === count) return bytes;
  const copy = bytes.slice();
  for (const [index, record] of remaining.entries()) copy.set(bytes.subarray(record, record + 16), 12 + index * 16);
  copy.set([remaining.length >> 8, remaining.length & 255], 4);
  return copy;
};

/** Range of `unitsPerEm` in the OpenType specification. */
const [fewestUnits, mostUnits] = [16, 16_384];

/** Checks the tables `head` and `hhea`, with which engines measure lines. @throws FontProblem if they are invalid. */
export const checkMetrics = (font: ArrayBuffer | Uint8Array): void => {
  const tables = readFontTables(font);
  const [head, hhea] = [tables('head'), tables('hhea')];
  if (!head || !hhea) return;
  const unitsPerEm = head.uint16(18);
  if (unitsPerEm < fewestUnits || unitsPerEm > mostUnits)
    throw new FontProblem(`The table head says ${unitsPerEm} units per em.`);
  for (const field of [4, 6, 8]) hhea.int16(field);
};
