import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
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

/** Builds and packs packages. @returns the path of each tarball, by name */
export const packPackages = async (
  destination: string,
  names: readonly string[] = packageNames,
): Promise<ReadonlyMap<string, string>> => {
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
