import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EngineName } from '../../contract/engine-names.ts';
import { Worker } from '../worker/worker.ts';
import type { RenderAnswer, RenderOrder } from './messages.ts';

export type RenderWorker = Worker<RenderOrder, RenderAnswer>;

const file = new URL(`./render-child${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

/**
 * Returns the directory from which rasteriser, encoder, fonts and emoji are resolved (`from`), and the one that the
 * worker may read (`modules`).
 */
const getModulesDirectories = (): { readonly from: string; readonly modules: string } => {
  const own = dirname(fileURLToPath(import.meta.url));
  // installed as a package: its dependencies are in an enclosing node_modules directory
  const [, installed] = /^(.*?[/\\]node_modules)[/\\]/.exec(own) ?? [];
  if (installed !== undefined) return { from: own, modules: installed };
  // a layer's directory, or the project's
  const modules = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-js/package.json'))));
  return { from: modules, modules };
};

/** Starts a render worker. @param usual the engine of most images */
export const startRenderWorker = (usual: EngineName): RenderWorker => {
  const { from, modules } = getModulesDirectories();
  return new Worker({
    file,
    name: 'The render worker',
    args: [from, usual],
    modules,
    isNative: true,
    heapMib: 1024,
    // a first render creates much short-lived memory: with the default semi-space of 1 MiB, garbage collection takes a
    // tenth of the time, and incremental marking as long as encoding the image
    flags: ['--min-semi-space-size=16', '--max-semi-space-size=32', '--no-incremental-marking'],
  });
};
