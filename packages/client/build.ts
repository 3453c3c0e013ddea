import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundledLicences } from '../../layers/render/licences.ts';

/* Builds the contents of the package: modules without comments and dependencies, and declarations with comments. */

const folder = import.meta.dirname;
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compile = (...options: readonly string[]) => {
  const args = [tsc, '--project', 'tsconfig.build.json', ...options];
  execFileSync(process.execPath, args, { cwd: folder, stdio: 'inherit' });
};

rmSync(join(folder, 'dist'), { recursive: true, force: true });
compile('--removeComments');
// editors read comments in declarations
compile('--declaration', '--emitDeclarationOnly');
// the only module with a library
const hashing = join(folder, 'dist/sha256.js');
const settings = { bundle: true, format: 'esm', minify: true, legalComments: 'inline', target: 'es2022' } as const;
const output = { outfile: hashing, allowOverwrite: true, metafile: true } as const;
const { metafile } = buildSync({ ...settings, entryPoints: [hashing], ...output });
const modules = join(folder, '../../node_modules');
writeFileSync(join(folder, 'dist/LICENCES.txt'), bundledLicences(modules, Object.keys(metafile.inputs)));
