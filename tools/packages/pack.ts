import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { output } from './commands.ts';

const folder = 'packages';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
}

/** Folders of the packages that are published, by name. */
const folders = new Map(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }): [string, string] => {
      const path = join(folder, name);
      const manifest: Manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
      // a package that exports its sources in this repository is built with a manifest of its own
      return [manifest.name, manifest.private ? join(path, 'dist') : path];
    }),
);

/** Names of the packages that are published. */
export const packageNames: readonly string[] = [...folders.keys()];

const lockFolder = 'node_modules/.cache/image-url';

/** Waits until no other process of this clone packs. The operating system ends the lock of a process that was killed. */
const lock = async (): Promise<Disposable> => {
  mkdirSync(lockFolder, { recursive: true });
  const file = new DatabaseSync(join(lockFolder, 'packing.sqlite'));
  for (;;) {
    try {
      file.exec('BEGIN EXCLUSIVE');
      return file;
    } catch (error) {
      if ((error as { errstr?: string }).errstr !== 'database is locked') throw error;
      await setTimeout(100);
    }
  }
};

/**
 * Builds and packs packages, one process at a time: a build replaces the folder that another would pack.
 *
 * @returns the path of each tarball, by name
 */
export const packPackages = async (
  destination: string,
  names: readonly string[] = packageNames,
): Promise<ReadonlyMap<string, string>> => {
  using _ = await lock();
  const tarballs = new Map<string, string>();
  for (const name of names) {
    const path = folders.get(name);
    if (path === undefined) throw new Error(`There is no package ${name}.`);
    if (basename(path) === 'dist') await output('npm', ['run', 'build', `--workspace=${name}`], { cwd: '.' });
    const args = ['pack', resolve(path), '--json', '--pack-destination', destination];
    const [packed] = JSON.parse(await output('npm', args, { cwd: '.' }));
    tarballs.set(name, join(destination, packed.filename));
  }
  return tarballs;
};

/** Builds and packs one package. @returns the path of its tarball */
export const packPackage = async (destination: string, name: string): Promise<string> =>
  (await packPackages(destination, [name])).get(name) ?? '';
