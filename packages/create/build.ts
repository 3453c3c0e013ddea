import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/* Builds the program of the package as JavaScript. */

const folder = import.meta.dirname;
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(join(folder, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '--project', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' });
// those with packages are bundled, and replace their source
rmSync(join(folder, 'starters'), { recursive: true, force: true });
for (const from of ['../../starters', '../../starters/bundled'])
  for (const file of readdirSync(join(folder, from)).filter((name) => name.endsWith('.jsx')))
    cpSync(join(folder, from, file), join(folder, 'starters', file));
