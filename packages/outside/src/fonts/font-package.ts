import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { FontProblem, type PackageContent } from 'image-url-engine/fonts.ts';
import { formatThousands } from 'image-url-engine/words.ts';

const block = 512;

const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('\0', 1).join('');

/** Reads an octal number. @throws FontProblem */
const toNumber = (bytes: Uint8Array): number => {
  const text = toText(bytes).trim();
  if (!/^[0-7]{1,12}$/.test(text)) throw new FontProblem('The package is not a tar archive.');
  return Number.parseInt(text, 8);
};

/**
 * Returns the wanted regular files of a tar archive, by name. Nothing is written to disk.
 *
 * @throws FontProblem for entries that npm does not pack: outside `package/`, or neither file nor folder
 */
const readTar = (archive: Uint8Array, isWanted: (name: string) => boolean): Map<string, Uint8Array> => {
  const files = new Map<string, Uint8Array>();
  for (let at = 0; at + block <= archive.length; ) {
    const header = archive.subarray(at, at + block);
    if (isZero(header)) return files;
    const [name, prefix, type] = [header.subarray(0, 100), header.subarray(345, 500), header.subarray(156, 157)].map(
      toText,
    ) as [string, string, string];
    const path = prefix === '' ? name : `${prefix}/${name}`;
    const start = at + block;
    const size = toNumber(header.subarray(124, 136));
    if (start + size > archive.length) throw new FontProblem('The package is cut off.');
    // 0: a file; 5: a folder; x, g: metadata of the next file, or of all
    const isMember = /^package\//.test(path) && !path.split('/').includes('..');
    if (!/^[05xg]?$/.test(type) || (/^[05]?$/.test(type) && !isMember))
      throw new FontProblem(`The package has an entry that is not allowed: ${path.slice(0, 100)}.`);
    const isFile = type === '' || type === '0';
    if (isFile && files.has(path)) throw new FontProblem(`The package has two files ${path.slice(0, 100)}.`);
    if (isFile && isWanted(path)) files.set(path, archive.subarray(start, start + size));
    at = start + Math.ceil(size / block) * block;
  }
  throw new FontProblem('The package is cut off.');
};

/** Files that are read from a Fontsource package. */
const wanted = /^package\/(?:metadata\.json|unicode\.json|LICENSE|files\/[a-z0-9-]{1,100}\.woff)$/;
const folder = 'package/files/';

const unpack = async (tarball: Uint8Array, mostUnpackedBytes: number): Promise<Uint8Array> => {
  try {
    return await promisify(gunzip)(tarball, { maxOutputLength: mostUnpackedBytes });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isLarge = code === 'ERR_BUFFER_TOO_LARGE';
    throw new FontProblem(
      isLarge
        ? `The package unpacks to more than ${formatThousands(mostUnpackedBytes)} bytes.`
        : 'The package is damaged.',
    );
  }
};

/** Reads the tarball of an `@fontsource` package. @throws FontProblem */
export const readFontPackage = async (tarball: Uint8Array, mostUnpackedBytes: number): Promise<PackageContent> => {
  const files = readTar(await unpack(tarball, mostUnpackedBytes), (name) => wanted.test(name));
  const get = (name: string): Uint8Array => {
    const file = files.get(`package/${name}`);
    if (!file) throw new FontProblem(`The package has no ${name}.`);
    return file;
  };
  return {
    ...{ metadata: get('metadata.json'), unicode: get('unicode.json'), licence: get('LICENSE') },
    files: new Map(
      [...files].flatMap(([name, bytes]) => (name.startsWith(folder) ? [[name.slice(folder.length), bytes]] : [])),
    ),
  };
};
