import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { buildPage, pageSettings } from 'image-url-studio/server/page-files.ts';
import { bundleWithEngine } from '../engine/bundle.ts';
import { documents } from './src/mcp/documents.ts';

/* Builds the contents of the package: the command line with the engine, the studio's page and documents for agents. */

const root = resolve(import.meta.dirname, '../..');
const outdir = join(import.meta.dirname, 'dist');

const { metafile: ofPage } = await build({ ...pageSettings, metafile: true });
await bundleWithEngine(outdir, { entryPoints: { main: 'packages/cli/src/main.ts' }, others: [ofPage] });
// the studio's page for `image-url dev`
const page = [...(await buildPage())].map(([path, { body, ...file }]) => ({
  path,
  ...file,
  body: Buffer.from(body).toString('base64'),
}));
writeFileSync(join(outdir, 'page.json'), JSON.stringify(page));
for (const name of Object.keys(documents)) cpSync(join(root, 'docs', `${name}.md`), join(outdir, 'docs', `${name}.md`));
cpSync(join(root, 'docs/skills'), join(outdir, 'skills'), { recursive: true });
// those with packages are bundled, and replace their source
for (const from of ['starters', 'starters/bundled'])
  for (const file of readdirSync(join(root, from)).filter((name) => name.endsWith('.jsx')))
    cpSync(join(root, from, file), join(outdir, 'starters', file));
