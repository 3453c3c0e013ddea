import { pathToFileURL } from 'node:url';
import type { EngineName } from '../../lambdas/contract/engine-names.ts';
import { picturesOf } from '../pictures.ts';
import { type Engine, quality } from './engine.ts';

type Drawing = typeof import('../../lambdas/isolation/draw/draw.ts');
type Evaluating = typeof import('../../lambdas/isolation/evaluate/evaluate.ts');

/**
 * This project's engine as its functions use it: the template runs in its interpreter, the tree is drawn in the drawing
 * process, and every hop between processes is paid for.
 *
 * @param engine the one that draws. @default satori; a revision may know no other
 * @returns what opens it, given the directory of the revision to time.
 */
export const openOurs =
  (engine?: EngineName) =>
  async (root: string): Promise<Engine> => {
    const load = (path: string) => import(pathToFileURL(`${root}/${path}`).href);
    const { draw, warmDrawer, closeDrawers } = (await load('lambdas/isolation/draw/draw.ts')) as Drawing;
    const { draft, evaluate, warmEvaluator, closeEvaluators } = (await load(
      'lambdas/isolation/evaluate/evaluate.ts',
    )) as Evaluating;
    await Promise.all([warmDrawer(), warmEvaluator()]);
    const scripts = new Map<string, string>();
    const scriptOf = async (source: string): Promise<string> => {
      const known = scripts.get(source);
      if (known !== undefined) return known;
      const drafted = await draft(source);
      if (!('script' in drafted)) throw new Error(`The card does not compile: ${JSON.stringify(drafted)}`);
      scripts.set(source, drafted.script);
      return drafted.script;
    };
    let stages: Record<string, number> = {};
    return {
      prepare: async (card) => void (await scriptOf(card.source)),
      draw: async (card, variables, format) => {
        const script = await scriptOf(card.source);
        const started = performance.now();
        const evaluation = await evaluate({ script, variables, clock: 0, seed: 'bench' });
        if (!evaluation.ok) throw new Error(evaluation.message);
        const evaluated = performance.now();
        const { bytes, timings } = await draw({
          tree: evaluation.tree,
          options: { width: card.width, height: card.height, format, quality, devicePixelRatio: 1 },
          images: await picturesOf(card.source),
          template: card.name,
          ...(engine && { engine }),
        });
        const drawn = performance.now() - evaluated;
        const within = timings.layout + timings.raster + timings.encode;
        stages = { evaluate: evaluated - started, ...timings, 'between processes': drawn - within };
        return bytes;
      },
      stages: () => stages,
      close: async () => {
        closeDrawers();
        await closeEvaluators();
      },
    };
  };
