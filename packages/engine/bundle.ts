import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { bundledLicences } from '../../layers/render/licences.ts';
import { packageName, writeFonts } from './pack-fonts.ts';
import { isolatedPrograms } from './src/isolated-programs.ts';
import { emojiPack, packEmoji } from './src/isolation/render/emoji-files.ts';

const root = resolve(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');
const { resolve: find } = createRequire(import.meta.url);

interface Bundle {
  /** Modules by the name of their output. */
  readonly entryPoints: Readonly<Record<string, string>>;
  /** Dependencies of the package, besides native code. */
  readonly external?: readonly string[];
  /** Further bundles in the package, whose licences are listed too. @default none */
  readonly others?: readonly Metafile[];
}

/**
 * Bundles a program with the engine into one folder: code, isolated programs, WebAssembly, core fonts, emoji and the
 * licences of all of these. Native code is left to the package's dependencies.
 */
export const bundleWithEngine = async (outdir: string, { entryPoints, external = [], others = [] }: Bundle) => {
  rmSync(outdir, { recursive: true, force: true });
  const programs = Object.values(isolatedPrograms);
  const { metafile } = await build({
    absWorkingDir: root,
    outdir,
    entryPoints: {
      ...entryPoints,
      ...Object.fromEntries(programs.map(({ module }) => [basename(module, '.ts'), module])),
    },
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    splitting: true,
    minify: true,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    mainFields: ['module', 'main'],
    conditions: ['node', 'import'],
    external: ['sharp', '@resvg/resvg-js', '@takumi-rs/core', 'esbuild', ...external],
    // the interpreter expects its WebAssembly file beside the code
    define: { __dirname: 'import.meta.dirname' },
    // CommonJS parts load built-in modules through require
    banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
  });
  // satori has a version of its own
  const ofSatori = createRequire(find('satori')).resolve('harfbuzzjs/hb.wasm');
  for (const file of [...programs.flatMap(({ files = [] }) => files.map((name) => find(name))), ofSatori])
    copyFileSync(file, join(outdir, basename(file)));
  const fonts = writeFonts(modules, outdir);
  const emoji = join(outdir, '@twemoji/svg');
  mkdirSync(emoji, { recursive: true });
  writeFileSync(join(emoji, 'package.json'), packageName(modules, '@twemoji/svg'));
  writeFileSync(join(emoji, emojiPack), packEmoji(join(modules, '@twemoji/svg')));
  const sources = [metafile, ...others].flatMap(({ inputs }) => Object.keys(inputs));
  writeFileSync(join(outdir, 'LICENCES.txt'), bundledLicences(modules, sources, [...fonts, '@twemoji/svg']));
};
