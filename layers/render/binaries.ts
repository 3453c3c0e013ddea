import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Values of `e_machine`. Source: System V ABI, ELF header. */
const machines: Readonly<Record<number, string>> = { 62: 'x64', 183: 'arm64' };

/** Returns the processor of a 64-bit little-endian ELF file, as `process.arch`; undefined for any other file. */
export const getProcessor = (path: string): string | undefined => {
  const header = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  const isElf64 = header.readUInt32BE(0) === 0x7f454c46 && header[4] === 2 && header[5] === 1;
  return isElf64 ? machines[header.readUInt16LE(18)] : undefined;
};

/** Returns the native addons and shared libraries below a folder, as relative paths. */
export const nativeFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(node|so(\.\d+)*)$/.test(basename(path)))
    .sort();

const getManifest = (folder: string): { optionalDependencies?: Record<string, string> } =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/**
 * Returns the packages with binaries in optional packages by platform of which the one for this platform is missing. An
 * install omits such a package silently when the registry lacks it.
 */
export const missingBinaries = (modules: string, cpu: string): string[] => {
  const installed = new Set(
    nativeFiles(modules).map((path) =>
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    ),
  );
  return ['sharp', '@resvg/resvg-js', '@takumi-rs/core'].flatMap((name) => {
    const wanted = Object.keys(getManifest(join(modules, name)).optionalDependencies ?? {}).filter(
      (option) => option.includes(`-linux-${cpu}`) && !option.includes('musl'),
    );
    return wanted.length === 0 ? [name] : wanted.filter((option) => !installed.has(option));
  });
};
