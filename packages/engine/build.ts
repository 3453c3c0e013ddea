import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { copyDeclarations } from '../declarations.ts';
import { bundleWithEngine } from './bundle.ts';
import { getEntry } from './entry.ts';

/*
 * Builds the package into `dist`, with a manifest of its own: inside this repository every module of the engine is
 * exported, from its source.
 */

const folder = import.meta.dirname;
const dist = join(folder, 'dist');
const lib = join(dist, 'lib');
const types = join(dist, 'build');

rmSync(dist, { recursive: true, force: true });
await bundleWithEngine(lib, { entryPoints: { engine: 'packages/engine/src/api/index.ts' }, external: ['tinyglobby'] });
const names = Object.keys(await import(join(lib, 'engine.mjs')));

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '--project', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' });
copyDeclarations(join(types, 'api/index.d.ts'), lib, types);
rmSync(types, { recursive: true });

const { private: _, scripts: __, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
writeFileSync(join(lib, 'index.mjs'), getEntry(manifest.engines.node.slice(2), 'engine.mjs', names));
const exports = {
  '.': { types: './lib/index.d.ts', default: './lib/index.mjs' },
  './package.json': './package.json',
};
const publishConfig = { access: 'public', provenance: true };
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ ...manifest, exports, publishConfig }, null, 2)}\n`);
for (const name of ['README.md', '../../CHANGELOG.md', '../../LICENSE'])
  copyFileSync(join(folder, name), join(dist, name.replace('../../', '')));
