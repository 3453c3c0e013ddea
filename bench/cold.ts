import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { build } from 'esbuild';
import { closeSandboxes, evaluate } from '../packages/engine/src/isolation/sandbox/evaluate.ts';
import { draft } from '../test/support/draft.ts';
import { type Card, cardNamed } from './cards.ts';
import { compiled } from './elements.ts';
import { type EngineName, getEngineNames } from './engines/index.ts';
import { getFonts } from './fonts.ts';
import { getImages } from './images.ts';
import type { Measurement } from './measurement.ts';
import { projectRoot } from './project-root.ts';
import { table } from './report.ts';
import type { PartSettings } from './settings.ts';
import { describeTiming, getSpread } from './timing.ts';

const folder = join(projectRoot, 'bench', 'node_modules', '.cold');
const ownFolder = join(projectRoot, '.local', 'cold');
/** Returns the folder of an engine's code: ours in the project, peers in the benchmark. */
const getFolder = (engine: EngineName) => join(isOurs(engine) ? ownFolder : folder, engine);
const isOurs = (engine: EngineName) => engine.startsWith('ours');

/**
 * Measures from the start of a process to its first image of a card, for all engines, alternating. Our code is
 * bundled, the template evaluated ahead of time, compiled code cached by an earlier start.
 */
export const measureCold = async ({ starts }: PartSettings): Promise<Measurement> => {
  const names = getEngineNames();
  const times = new Map<EngineName, number[]>(names.map((name) => [name, []]));
  await removeBundles();
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(cardFile, JSON.stringify(await preparedCard(cardNamed('article'))));
    await writeFile(fontsFile, serialize(await getFonts(cardNamed('article'))));
    for (const name of names) await bundle(name);
    // the first start compiles
    for (let iteration = -1; iteration < starts; iteration += 1)
      for (const name of iteration % 2 === 0 ? names : names.toReversed()) {
        const ms = await startOnce(name);
        if (iteration >= 0) times.get(name)?.push(ms);
      }
  } finally {
    await removeBundles();
  }
  const rows = [...times].map(([name, taken]) => [name, describeTiming(getSpread(taken))]);
  return { text: table(['engine', 'median (tenth to ninetieth percentile)'], rows) };
};

const removeBundles = () => Promise.all([folder, ownFolder].map((one) => rm(one, { recursive: true, force: true })));

const cardFile = join(folder, 'card.json');
const fontsFile = join(folder, 'fonts');

/** Returns the parts of a card that a process without compiler and interpreter needs. */
const preparedCard = async (card: Card) => {
  const drafted = await draft(card.source);
  if (!('script' in drafted)) throw new Error('The card does not compile.');
  const variables = card.variables(1);
  const evaluated = await evaluate({ script: drafted.script, variables, clock: 0, seed: 'bench' });
  await closeSandboxes();
  const given = Object.entries(await getImages(card.source));
  const images = Object.fromEntries(given.map(([url, bytes]) => [url, Buffer.from(bytes).toString('base64')]));
  return {
    ...card,
    compiled: compiled(card),
    given: variables,
    tree: evaluated.ok && evaluated.tree,
    images,
  };
};

const bundle = async (engine: EngineName): Promise<void> => {
  const companions = isOurs(engine) ? ['render-child'] : [];
  await build({
    absWorkingDir: projectRoot,
    outdir: getFolder(engine),
    entryPoints: {
      start: `bench/cold/${engine}.ts`,
      ...Object.fromEntries(companions.map((name) => [name, `packages/engine/src/isolation/render/${name}.ts`])),
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minify: true,
    outExtension: { '.js': '.mjs' },
    // native code, and packages that look for files beside themselves
    external: ['sharp', '@resvg/resvg-js', 'sucrase', ...(isOurs(engine) ? [] : ['satori'])],
    // like the bundles of functions
    ...(isOurs(engine) && { alias: { satori: join(projectRoot, 'layers/render/satori-in-layer.mjs') } }),
    banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
    logLevel: 'error',
  });
};

/** @returns milliseconds. @throws Error with what the process printed, if no image came */
const startOnce = async (engine: EngineName): Promise<number> => {
  const started = performance.now();
  const child = spawn(process.execPath, [join(getFolder(engine), 'start.mjs'), cardFile, fontsFile], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    let took: number | undefined;
    child.stdout.once('data', () => {
      took = performance.now() - started;
    });
    child.once('close', () =>
      took === undefined ? reject(new Error(`${engine}: ${errors.slice(-500)}`)) : resolve(took),
    );
  });
};
