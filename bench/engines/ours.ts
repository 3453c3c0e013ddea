import { pathToFileURL } from 'node:url';
import type { EngineName } from '../../packages/engine/src/engine-names.ts';
import { getImages } from '../images.ts';
import { type Engine, quality } from './engine.ts';

type Rendering = typeof import('../../packages/engine/src/isolation/render/render.ts');
type Evaluating = typeof import('../../packages/engine/src/isolation/sandbox/evaluate.ts');

/**
 * This project's engine as its functions use it: the sandbox evaluates the template, the render worker renders the
 * tree, and messages between processes are included.
 *
 * @param engine that renders
 * @returns a function that opens it for the directory of a revision
 */
export const openOurs =
  (engine: EngineName) =>
  async (root: string): Promise<Engine> => {
    const load = (path: string) => import(pathToFileURL(`${root}/${path}`).href);
    const { render, warmRenderWorker, closeRenderWorkers } = (await load(
      'packages/engine/src/isolation/render/render.ts',
    )) as Rendering;
    const { readSource, evaluate, warmSandbox, closeSandboxes } = (await load(
      'packages/engine/src/isolation/sandbox/evaluate.ts',
    )) as Evaluating;
    await Promise.all([warmRenderWorker(), warmSandbox()]);
    const scripts = new Map<string, string>();
    const getScript = async (source: string): Promise<string> => {
      const known = scripts.get(source);
      if (known !== undefined) return known;
      const reading = await readSource(source, 0);
      if (!reading.ok) throw new Error(`The card does not compile: ${JSON.stringify(reading)}`);
      scripts.set(source, reading.draft.script);
      return reading.draft.script;
    };
    let stages: Record<string, number> = {};
    return {
      prepare: async (card) => void (await getScript(card.source)),
      render: async (card, variables, format) => {
        const script = await getScript(card.source);
        const started = performance.now();
        const evaluation = await evaluate({ script, variables, clock: 0, seed: 'bench' });
        if (!evaluation.ok) throw new Error(evaluation.message);
        const evaluated = performance.now();
        const { bytes, timings } = await render({
          tree: evaluation.tree,
          options: { width: card.width, height: card.height, format, quality, devicePixelRatio: 1 },
          images: await getImages(card.source),
          engine,
        });
        const rendered = performance.now() - evaluated;
        const within = timings.layout + timings.raster + timings.encode;
        stages = { evaluate: evaluated - started, ...timings, 'between processes': rendered - within };
        return bytes;
      },
      stages: () => stages,
      close: async () => {
        await closeRenderWorkers();
        await closeSandboxes();
      },
    };
  };
