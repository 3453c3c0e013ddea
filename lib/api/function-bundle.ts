import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';
import { type IsolatedProgram, isolatedPrograms } from 'image-url-engine/isolated-programs.ts';
import { type FunctionId, type FunctionSpec, functions, getHandlerIds } from '../../lambdas/config/functions.ts';
import { getOwnPart } from './own-source-map.ts';

const root = resolve(import.meta.dirname, '../..');

/** Returns the main module of a function: what it warms, and its handlers with the adapters that they need. */
const getProgram = (id: FunctionId): string => {
  const { needs, warms = [] }: FunctionSpec = functions[id];
  const handlers = getHandlerIds(id);
  const made = handlers.map((handler) => `${handler}: ${handler}(ports)`).join(', ');
  const adapters = needs.map((capability, n) => ({ capability, name: `adapter${n}` }));
  return [
    ...warms.map((what) => `import './lambdas/runtime/warm-${what}.ts';`),
    `import { ${adapters.map(({ capability, name }) => `'${capability}' as ${name}`)} } from './lambdas/aws/adapters.ts';`,
    "import { connect } from './lambdas/aws/connect.ts';",
    `import { ${handlers} } from './lambdas/handlers/handlers.ts';`,
    ...(handlers.length > 1 ? ["import { dispatch } from './lambdas/http/dispatch.ts';"] : []),
    `const adapters = { ${adapters.map(({ capability, name }) => `'${capability}': ${name}`)} };`,
    `const ports = connect('${id}', adapters);`,
    `export const handler = ${handlers.length > 1 ? `dispatch({ ${made} })` : `${handlers}(ports)`};`,
  ].join('\n');
};

/** Module whose presence in a bundle means that the function needs the render layer. */
const rendering = 'packages/engine/src/isolation/render/render.ts';

const settings = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  // dynamically imported modules become chunks, which the handler and the worker programs share
  splitting: true,
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  // with `module` first, the AWS SDK is bundled as ES modules, without the parts that nothing uses
  conditions: ['module', 'node', 'import'],
  // native code, which only the layer has
  external: ['sharp', '@resvg/resvg-js'],
  alias: {
    // the layout engine is larger than everything else together, so it is in the layer too
    satori: join(root, 'layers/render/satori-in-layer.mjs'),
    'node:http': join(root, 'lib/api/built-ins/http.cjs'),
    'node:http2': join(root, 'lib/api/built-ins/http2.cjs'),
  },
  outExtension: { '.js': '.mjs' },
  chunkNames: '[name]-[hash]',
  minify: true,
  // CommonJS modules load built-in modules through require
  banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
  sourcemap: 'linked',
  // the source map contains positions only; the sources are in the repository
  sourcesContent: false,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Returns the outputs that programs load. esbuild also writes chunks for code that it has removed. */
const getLoaded = ({ outputs }: Metafile, programs: readonly string[]): Set<string> => {
  const isProgram = (output: string) => programs.includes(basename(output, '.mjs'));
  const loaded = new Set(Object.keys(outputs).filter(isProgram));
  for (const output of loaded)
    for (const { path } of outputs[output]?.imports ?? []) if (outputs[path]) loaded.add(path);
  return loaded;
};

/** Returns the modules that contribute code to some outputs. */
const getBundledModules = ({ outputs }: Metafile, some: ReadonlySet<string>): Set<string> =>
  new Set(
    [...some].flatMap((output) =>
      Object.entries(outputs[output]?.inputs ?? {}).flatMap(([module, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [module] : [],
      ),
    ),
  );

/** Returns a source's path in the repository; undefined for files of other projects. */
const getOwnPath = (outdir: string, source: string): string | undefined => {
  const name = relative(root, resolve(outdir, source));
  return /^(lambdas|packages\/(contract|engine|outside)\/src)\//.test(name) ? name : undefined;
};

/** Reduces source maps to the parts about our own code, and removes those without any. */
const reduceSourceMaps = (outdir: string): void => {
  for (const file of readdirSync(outdir).filter((name) => name.endsWith('.mjs'))) {
    const path = join(outdir, file);
    const own = getOwnPart(JSON.parse(readFileSync(`${path}.map`, 'utf8')), (source) => getOwnPath(outdir, source));
    if (own) {
      writeFileSync(`${path}.map`, JSON.stringify(own));
      continue;
    }
    rmSync(`${path}.map`);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/\/\/# sourceMappingURL=.*\n?$/, ''));
  }
};

/**
 * Writes a function's code to a folder: its main module as `index.mjs`, and the programs that it starts.
 *
 * @returns the modules in it
 * @throws Error when `renders` of the function does not match its code, because the layer would be missing
 */
export const buildFunction = (id: FunctionId, outdir: string): ReadonlySet<string> => {
  const stdin = { contents: getProgram(id), resolveDir: root, sourcefile: `${id}.ts`, loader: 'ts' } as const;
  const { renders }: FunctionSpec = functions[id];
  const build = (programs: readonly IsolatedProgram[]) => {
    const entryPoints = Object.fromEntries(programs.map(({ module }) => [basename(module, '.ts'), module]));
    const { metafile, outputFiles } = buildSync({ ...settings, outdir, write: false, stdin, entryPoints });
    const modules = getBundledModules(metafile, getLoaded(metafile, ['stdin']));
    const started = Object.entries(isolatedPrograms).flatMap(([starter, one]) => (modules.has(starter) ? [one] : []));
    const loaded = getLoaded(metafile, ['stdin', ...Object.keys(entryPoints)]);
    return { programs, outputFiles, modules, started, loaded, all: getBundledModules(metafile, loaded) };
  };
  // most functions that render start every program, most others start none
  const first = build(renders ? Object.values(isolatedPrograms) : []);
  const { outputFiles, modules, started, loaded, all } =
    first.started.length === first.programs.length ? first : build(first.started);
  if (modules.has(rendering) !== (renders === true)) throw new Error(`The row of ${id} is wrong about rendering.`);
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of outputFiles) {
    if (!loaded.has(relative(root, path.replace(/\.map$/, '')))) continue;
    // esbuild names outputs of `stdin` after it
    const code = text.replace('sourceMappingURL=stdin.', 'sourceMappingURL=index.');
    writeFileSync(join(outdir, basename(path).replace(/^stdin\./, 'index.')), code);
  }
  reduceSourceMaps(outdir);
  const { resolve: find } = createRequire(import.meta.url);
  for (const file of started.flatMap(({ files = [] }) => files)) {
    copyFileSync(find(file), join(outdir, basename(find(file))));
  }
  return all;
};

/** Returns a function's code as an asset, named by its contents. */
export const functionCode = (id: FunctionId): Code =>
  Code.fromAsset(join(root, 'lambdas'), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('none'),
      // distinguishes the bundles of functions
      environment: { FUNCTION_ID: id },
      local: {
        tryBundle: (outdir: string) => {
          buildFunction(id, outdir);
          return true;
        },
      },
    },
  });
