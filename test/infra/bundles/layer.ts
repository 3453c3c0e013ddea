import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const installed = resolve('node_modules');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'));

/** Packages the render layer holds: what its `package.json` names, and what those need. */
const layerPackages = (): Set<string> => {
  const found = new Set<string>();
  const visit = ({ dependencies, optionalDependencies }: Manifest): void => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const file = join(installed, name, 'package.json');
      if (found.has(name) || !existsSync(file)) continue;
      found.add(name);
      visit(manifest(file));
    }
  };
  visit(manifest('layers/render/package.json'));
  return found;
};

/** Unpacks the layer as `/opt` would have it, with this machine's binaries. Returns its modules' folder. */
export const unpackLayer = (opt: string): string => {
  const modules = join(opt, 'nodejs/node_modules');
  for (const name of layerPackages()) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    // links, because the fonts alone are 200 MB
    execFileSync('cp', ['-rl', join(installed, name), join(modules, name)]);
  }
  return modules;
};
