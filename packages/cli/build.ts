import { copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { isolatedPrograms } from '../../lib/isolated-programs.ts';
import { buildPage } from '../../studio/server/page-files.ts';
import { documents } from './src/mcp/documents.ts';

/* What `npm pack` puts into the package: the command line with all of its JavaScript, and the service's isolated programs beside it. */

const folder = import.meta.dirname;
const root = resolve(folder, '../..');
const outdir = join(folder, 'dist');
const { resolve: find } = createRequire(import.meta.url);

const programs = Object.values(isolatedPrograms);
const settings = {
  absWorkingDir: root,
  outdir,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const;

rmSync(outdir, { recursive: true, force: true });
await build({
  ...settings,
  entryPoints: {
    main: 'packages/cli/src/main.ts',
    ...Object.fromEntries(programs.map(({ module }) => [basename(module, '.ts'), module])),
  },
  format: 'esm',
  splitting: true,
  outExtension: { '.js': '.mjs' },
  chunkNames: '[name]-[hash]',
  mainFields: ['module', 'main'],
  conditions: ['node', 'import'],
  // native code, and what installs it: dependencies of the package
  external: ['sharp', '@resvg/resvg-js', '@takumi-rs/core', 'esbuild'],
  alias: { satori: join(root, 'layers/render/satori-in-layer.mjs') },
  banner: {
    // parts in CommonJS ask for built-in modules through require; what Node 20 lacks is there before anything else runs
    js: [
      "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
      "if (!process.threadCpuUsage || !Promise.withResolvers) require('./older-node.cjs');",
    ].join('\n'),
  },
});
await build({
  ...settings,
  entryPoints: { 'older-node': 'packages/cli/src/older-node.ts' },
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
});
for (const file of programs.flatMap(({ files = [] }) => files))
  copyFileSync(find(file), join(outdir, basename(find(file))));
// the studio's page, which `image-url dev` gives out
const page = [...(await buildPage())].map(([path, { body, ...file }]) => ({
  path,
  ...file,
  body: Buffer.from(body).toString('base64'),
}));
writeFileSync(join(outdir, 'page.json'), JSON.stringify(page));
// what agents read: the documents by section, and the skill
for (const name of Object.keys(documents)) cpSync(join(root, 'docs', `${name}.md`), join(outdir, 'docs', `${name}.md`));
cpSync(join(root, 'docs/skills'), join(outdir, 'skills'), { recursive: true });
