import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/* What `npm pack` puts into the package: each module without comments, its declarations with them. */

const folder = import.meta.dirname;
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compile = (...options: readonly string[]) => {
  const args = [tsc, '--project', 'tsconfig.build.json', ...options];
  execFileSync(process.execPath, args, { cwd: folder, stdio: 'inherit' });
};

rmSync(join(folder, 'dist'), { recursive: true, force: true });
compile('--removeComments');
// comments stand in the declarations, where editors look
compile('--declaration', '--emitDeclarationOnly');
