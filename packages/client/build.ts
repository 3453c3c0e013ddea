import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/* Builds the contents of the package: modules without comments, and declarations with them. */

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
