/** The bytes of a font are invalid. The message is returned to the caller who sent them. */
export class FontProblem extends Error {
  override readonly name = 'FontProblem';
}

/** The largest fonts take some hundred thousand; a hostile one has a table read again and again. */
const mostReads = 20_000_000;

/** A part of a font whose reads end at its end: what points beyond is a problem of the font, never a `RangeError`. */
export class FontTable {
  readonly length: number;
  private readonly view: DataView;
  private readonly what: string;
  private reads = 0;

  /** @param what the part's name, for messages. */
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
    if (this.reads > mostReads) throw new FontProblem(`${this.what} leads round in circles.`);
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
  /** A number with sixteen binary places. */
  fixed(at: number): number {
    return this.view.getInt32(this.checked(at, 4)) / 65_536;
  }
  tag(at: number): string {
    return String.fromCharCode(...this.part(at, 4));
  }
  /** A part of it, over the same bytes. @param length to the end, where it is not given. */
  part(at: number, length = this.length - at): Uint8Array {
    this.checked(at, Math.max(0, length));
    return new Uint8Array(this.view.buffer, this.view.byteOffset + at, Math.max(0, length));
  }
  /** A count of entries that the font states, once it is known that so many are there. */
  counted(count: number, at: number, bytesEach: number): number {
    this.checked(at, count * bytesEach);
    return count;
  }
}

/** Real fonts have about twenty. */
const mostTables = 100;

/** Finds a table of a font; undefined where there is none. */
export type FontTables = (tag: string) => FontTable | undefined;

/**
 * The tables of an OpenType font, over the same bytes.
 *
 * @throws FontProblem where the directory leads beyond the bytes.
 */
export const fontTables = (bytes: ArrayBuffer | Uint8Array): FontTables => {
  const file = new FontTable(bytes, 'The table directory');
  const count = file.uint16(4);
  if (count > mostTables) throw new FontProblem(`The font has ${count} tables.`);
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
 * A font without some of its tables, with the same outlines: their entries leave the directory, their bytes stay where they are.
 *
 * @throws FontProblem where the directory leads beyond the bytes.
 */
export const stripFontTables = (bytes: Uint8Array, tags: ReadonlySet<string>): Uint8Array => {
  const file = new FontTable(bytes, 'The table directory');
  const count = file.counted(file.uint16(4), 12, 16);
  const records = Array.from({ length: count }, (_, index) => 12 + index * 16);
  const left = records.filter((record) => !tags.has(file.tag(record)));
  if (left.length === count) return bytes;
  const copy = bytes.slice();
  for (const [index, record] of left.entries()) copy.set(bytes.subarray(record, record + 16), 12 + index * 16);
  copy.set([left.length >> 8, left.length & 255], 4);
  return copy;
};
