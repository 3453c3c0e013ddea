import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { type FunctionId, functions } from '../../lambdas/config/functions.ts';
import { bundledLicences } from '../../layers/render/licences.ts';
import { buildFunction } from '../../lib/api/function-bundle.ts';
import { studioFolder } from '../../lib/app/assets.ts';
import { edgeFunctionNames } from '../../lib/delivery/edge-functions.ts';
import { edgeSource } from '../../lib/delivery/edge-source.ts';
import { copyDeclarations } from '../declarations.ts';
import { pack } from './src/packed-files.ts';

/*
 * Builds the contents of the package: the constructs as one CommonJS module, their declarations, and the assets that
 * they deploy. The studio is included if `npm run studio` has built it; the render layer is in \`packages/layer\`.
 */

const folder = import.meta.dirname;
const root = resolve(folder, '../..');
const dist = join(folder, 'dist');
const assets = join(dist, 'assets');

const types = join(folder, 'build/types/packages');

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(assets, 'edge'), { recursive: true });
// CommonJS, which CDK apps in CommonJS and ES modules can import
writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
const { metafile: ofIndex } = await build({
  absWorkingDir: root,
  metafile: true,
  entryPoints: ['packages/cdk/src/index.ts'],
  outfile: join(dist, 'index.js'),
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  external: ['aws-cdk-lib', 'constructs'],
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [
    {
      name: 'prebuilt assets',
      setup: ({ onResolve }) => onResolve({ filter: /\/assets\.ts$/ }, () => ({ path: join(folder, 'src/assets.ts') })),
    },
  ],
});
// the program that reads templates; it uses the app's esbuild, which only templates with imports need
const lazyEsbuild = `export const build = async (options) => {
  const esbuild = await import('esbuild').catch((cause) => {
    throw new Error('Templates that import files need esbuild: npm install --save-dev esbuild', { cause });
  });
  return esbuild.build(options);
};`;
const { metafile: ofReader } = await build({
  absWorkingDir: root,
  metafile: true,
  entryPoints: ['packages/cdk/src/read-templates.ts'],
  outfile: join(dist, 'read-templates.mjs'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  mainFields: ['module', 'main'],
  minify: true,
  banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [
    {
      name: 'esbuild of the app',
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^esbuild$/ }, ({ path, namespace }) =>
          namespace === 'lazy' ? { path, external: true } : { path, namespace: 'lazy' },
        );
        onLoad({ filter: /^/, namespace: 'lazy' }, () => ({ contents: lazyEsbuild }));
      },
    },
  ],
});
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '--project', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit' });
copyDeclarations(join(types, 'cdk/src/index.d.ts'), dist, types);

for (const name of edgeFunctionNames) writeFileSync(join(assets, 'edge', `${name}.js`), edgeSource(name));
const built = join(folder, 'build/functions');
const ofFunctions = (Object.keys(functions) as FunctionId[]).flatMap((id) => [...buildFunction(id, join(built, id))]);
pack(built, join(assets, 'functions.br'));
rmSync(join(folder, 'build'), { recursive: true });
if (existsSync(studioFolder)) cpSync(studioFolder, join(assets, 'studio'), { recursive: true });
// what is in the studio that was copied
const { metafile: ofPage } = await build({
  absWorkingDir: root,
  entryPoints: ['packages/studio/page/main.tsx', 'packages/studio/page/styles/main.css'],
  outdir: 'none',
  format: 'esm',
  bundle: true,
  write: false,
  metafile: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.woff2': 'file' },
  logLevel: 'warning',
});
const inputs = [ofIndex, ofReader, ofPage].flatMap((one) => Object.keys(one.inputs));
const licences = bundledLicences(join(root, 'node_modules'), [...inputs, ...ofFunctions]);
writeFileSync(join(dist, 'LICENCES.txt'), licences);
