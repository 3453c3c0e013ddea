import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

/* What `npm pack` puts into the package: one module for each way in, what they share in chunks, and declarations. */

const folder = import.meta.dirname;
const entries = ['index', 'html', 'next', 'astro', 'sveltekit', 'nuxt'];

rmSync(join(folder, 'dist'), { recursive: true, force: true });
const { outputFiles } = await build({
  absWorkingDir: folder,
  entryPoints: entries.map((name) => `src/${name}.ts`),
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  write: false,
});
mkdirSync(join(folder, 'dist'));
// comments stand in the declarations, where editors look
for (const { path, text } of outputFiles) writeFileSync(path, text.replace(/^ *(\/\/ |\/\*\* ).*\n/gm, ''));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '--project', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' });
