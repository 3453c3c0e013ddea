import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/*
 * Many files that are largely the same, as one: equal ones once, similar ones side by side, in a window that has room for
 * all of them. The first line is an index.
 */

/** Path and contents: where they begin, and how long they are. */
type Index = readonly (readonly [path: string, start: number, length: number])[];

const windowBits = 27;
const { BROTLI_PARAM_LARGE_WINDOW, BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_DECODER_PARAM_LARGE_WINDOW } =
  constants;

const readFiles = (folder: string): readonly (readonly [path: string, bytes: Buffer])[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort((a, b) => (basename(a) + a < basename(b) + b ? -1 : 1))
    .map((path) => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path)]);

/** Packs the files of a folder. */
export const pack = (folder: string, file: string): void => {
  const starts = new Map<string, number>();
  const parts: Buffer[] = [];
  let end = 0;
  const index: Index = readFiles(folder).map(([path, bytes]) => {
    const text = bytes.toString('latin1');
    const start = starts.get(text) ?? end;
    if (start === end) {
      starts.set(text, start);
      parts.push(bytes);
      end += bytes.length;
    }
    return [path, start, bytes.length];
  });
  const whole = Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...parts]);
  const params = { [BROTLI_PARAM_LARGE_WINDOW]: 1, [BROTLI_PARAM_LGWIN]: windowBits, [BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(file, brotliCompressSync(whole, { params }));
};

/** Writes packed files to a folder. */
export const unpack = (file: string, folder: string): void => {
  const whole = brotliDecompressSync(readFileSync(file), { params: { [BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } });
  const first = whole.indexOf('\n') + 1;
  const index: Index = JSON.parse(whole.subarray(0, first).toString());
  for (const [path, start, length] of index) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), whole.subarray(first + start, first + start + length));
  }
};
