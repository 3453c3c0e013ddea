import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { closeEvaluators, draft, evaluate } from '../lambdas/isolation/evaluate/evaluate.ts';
import { type Card, cardNamed } from './cards.ts';
import { compiled } from './elements.ts';
import { projectRoot } from './engine-host.ts';
import type { EngineName } from './engines/index.ts';
import { picturesOf } from './pictures.ts';
import { spreadOf, type Timing } from './timing.ts';

/** Where peers' packages resolve from. */
const folder = join(projectRoot, 'bench', 'node_modules', '.cold');

/**
 * Milliseconds from the start of a process to the first picture of a card: everything bundled that is ours to bundle, the
 * template run ahead of time, compiled code kept from the start before.
 *
 * @returns why there is none, where the engine is not installed.
 */
export const measureCold = async (engine: EngineName, rounds: number): Promise<Timing | string> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'card.json'), JSON.stringify(await preparedCard(cardNamed('article'))));
  await bundle(engine);
  const times: number[] = [];
  // The first start compiles.
  for (let round = -1; round < rounds; round += 1) {
    const answer = await startOnce();
    if (typeof answer === 'string') return answer;
    if (round >= 0) times.push(answer);
  }
  await rm(folder, { recursive: true, force: true });
  return spreadOf(times);
};

/** What a process needs of a card without compiler or interpreter. */
const preparedCard = async (card: Card) => {
  const drafted = await draft(card.source, { account: 'bench' });
  if (!('script' in drafted)) throw new Error('The card does not compile.');
  const variables = card.variables(1);
  const evaluated = await evaluate(
    { script: drafted.script, variables, clock: 0, seed: 'bench' },
    { account: 'bench' },
  );
  await closeEvaluators();
  const given = Object.entries(await picturesOf(card.source));
  const pictures = Object.fromEntries(given.map(([url, bytes]) => [url, Buffer.from(bytes).toString('base64')]));
  return { ...card, compiled: compiled(card), given: variables, tree: evaluated.ok && evaluated.tree, pictures };
};

const bundle = async (engine: EngineName): Promise<void> => {
  const companions = engine === 'ours' ? ['draw-child'] : [];
  await build({
    absWorkingDir: projectRoot,
    outdir: folder,
    entryPoints: {
      start: `bench/cold/${engine}.ts`,
      ...Object.fromEntries(companions.map((name) => [name, `lambdas/isolation/draw/${name}.ts`])),
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minify: true,
    outExtension: { '.js': '.mjs' },
    // Native code, and packages that look for files beside themselves.
    external: ['sharp', '@resvg/resvg-js', 'sucrase', ...(engine === 'ours' ? [] : ['satori'])],
    banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
    logLevel: 'error',
  });
};

const startOnce = async (): Promise<number | string> => {
  const started = performance.now();
  const child = spawn(process.execPath, [join(folder, 'start.mjs'), join(folder, 'card.json')], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve) => {
    let took: number | undefined;
    child.stdout.once('data', () => {
      took = performance.now() - started;
    });
    child.once('exit', () => resolve(took ?? errors.slice(0, 300)));
  });
};
