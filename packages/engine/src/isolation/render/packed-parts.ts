/**
 * Packs named parts into one file: the length of its index in four bytes, the index (JSON: name and length of each part,
 * in order), and the parts.
 */
export const packParts = (parts: readonly (readonly [name: string, bytes: Uint8Array])[]): Buffer => {
  const index = Buffer.from(JSON.stringify(parts.map(([name, { length }]) => [name, length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index.length);
  return Buffer.concat([length, index, ...parts.map(([, bytes]) => bytes)]);
};

/** Returns the parts of a file of `packParts` by name, without copying their bytes. */
export const openParts = (file: Buffer): ReadonlyMap<string, Buffer> => {
  let at = 4 + file.readUInt32LE(0);
  const index: [string, number][] = JSON.parse(file.toString('utf8', 4, at));
  return new Map(
    index.map(([name, length]) => {
      at += length;
      return [name, file.subarray(at - length, at)];
    }),
  );
};
