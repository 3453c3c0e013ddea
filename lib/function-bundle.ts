import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';
import type { FunctionId } from '../lambdas/functions.ts';

const root = resolve(import.meta.dirname, '..');

/** `mintUrl` lives in `lambdas/handlers/mint-url.ts`. */
export const handlerFile = (id: FunctionId): string =>
  `lambdas/handlers/${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** Modules with native code: they come from the layer. */
const fromTheLayer = ['sharp', '@resvg/resvg-js'];

/**
 * Modules that start others as files beside themselves: whichever bundle holds the first needs the second next to it.
 * Source: `isolation/evaluate-thread.ts`, `isolation/draw-process.ts`.
 */
const companions: Readonly<Record<string, { readonly module: string; readonly files?: readonly string[] }>> = {
  'lambdas/isolation/evaluate-thread.ts': {
    module: 'lambdas/isolation/evaluate-worker.ts',
    // the interpreter, which its own package looks for beside the code
    files: ['@jitl/quickjs-wasmfile-release-sync/wasm'],
  },
  'lambdas/isolation/draw-process.ts': { module: 'lambdas/isolation/draw-child.ts' },
};

const settings = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  conditions: ['node', 'import'],
  external: fromTheLayer,
  outExtension: { '.js': '.mjs' },
  minify: true,
  // parts in CommonJS ask for built-in modules through require
  banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
  sourcemap: 'linked',
  // the map names places; the sources themselves are in the repository
  sourcesContent: false,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

const nameOf = (module: string): string => module.replace(/^.*\//, '').replace(/\.ts$/, '');

const companionsOf = ({ inputs }: Metafile) =>
  Object.entries(companions).flatMap(([starter, companion]) => (inputs[starter] ? [companion] : []));

/** Writes a function's code to a folder: the handler as `index.mjs`, and the files it starts. */
export const buildFunction = (id: FunctionId, outdir: string): void => {
  mkdirSync(outdir, { recursive: true });
  const { metafile } = buildSync({ ...settings, outdir, entryPoints: { index: handlerFile(id) } });
  for (const { module, files = [] } of companionsOf(metafile)) {
    buildSync({ ...settings, outdir, entryPoints: { [nameOf(module)]: module } });
    const { resolve: find } = createRequire(join(root, module));
    for (const file of files) copyFileSync(find(file), join(outdir, find(file).slice(dirname(find(file)).length + 1)));
  }
};

/** A function's code as an asset, named by its contents. */
export const functionBundle = (id: FunctionId): Code =>
  Code.fromAsset(join(root, 'lambdas'), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('none'),
      // tells one function's bundle from another's
      environment: { FUNCTION_ID: id },
      local: {
        tryBundle: (outdir: string) => {
          buildFunction(id, outdir);
          return true;
        },
      },
    },
  });
