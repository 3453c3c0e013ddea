import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { emojiPack, packEmoji } from 'image-url-engine/isolation/render/emoji-files.ts';
import { packagesIn } from '../../layers/render/contents.ts';
import { licencesDocument } from '../../layers/render/licences.ts';
import { isolatedPrograms } from '../../lib/isolated-programs.ts';
import { buildPage, pageSettings } from '../../studio/server/page-files.ts';
import { packageName, writeFonts } from './fonts.ts';
import { documents } from './src/mcp/documents.ts';

/* Builds the contents of the package: the command line, and the service's isolated programs. */

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
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const;

rmSync(outdir, { recursive: true, force: true });
const whole = await build({
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
  // dependencies of the package, most of them native code
  external: ['sharp', '@resvg/resvg-js', '@takumi-rs/core', 'esbuild'],
  // the interpreter expects its WebAssembly file beside the code
  define: { __dirname: 'import.meta.dirname' },
  banner: {
    // CommonJS parts load built-in modules through require; polyfills run before everything else
    js: [
      "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
      "if (!process.threadCpuUsage || !Promise.withResolvers) require('./older-node.cjs');",
    ].join('\n'),
  },
});
const older = await build({
  ...settings,
  entryPoints: { 'older-node': 'packages/cli/src/older-node.ts' },
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
});
for (const file of [...programs.flatMap(({ files = [] }) => files), 'harfbuzzjs/hb.wasm'])
  copyFileSync(find(file), join(outdir, basename(find(file))));
// the studio's page for `image-url dev`
const page = [...(await buildPage())].map(([path, { body, ...file }]) => ({
  path,
  ...file,
  body: Buffer.from(body).toString('base64'),
}));
writeFileSync(join(outdir, 'page.json'), JSON.stringify(page));
// packed fonts and emoji
const modules = join(root, 'node_modules');
const fonts = writeFonts(modules, outdir);
const emoji = join(outdir, '@twemoji/svg');
mkdirSync(emoji, { recursive: true });
writeFileSync(join(emoji, 'package.json'), packageName(modules, '@twemoji/svg'));
writeFileSync(join(emoji, emojiPack), packEmoji(join(modules, '@twemoji/svg')));
// documents for agents, and the skill
for (const name of Object.keys(documents)) cpSync(join(root, 'docs', `${name}.md`), join(outdir, 'docs', `${name}.md`));
cpSync(join(root, 'docs/skills'), join(outdir, 'skills'), { recursive: true });

// licence texts of all bundled packages, which these licences require
const ofPage = await build({ ...pageSettings, metafile: true });
const sources = [whole, older, ofPage].flatMap(({ metafile }) => Object.keys(metafile.inputs));
const bundled = new Set(sources.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]));
for (const name of [...fonts, '@twemoji/svg']) bundled.add(name);
const packages = packagesIn(modules).filter(({ name }) => bundled.has(name));
writeFileSync(join(outdir, 'LICENCES.txt'), licencesDocument(modules, packages));
