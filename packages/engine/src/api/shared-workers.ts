import { closeRenderWorkers, resizeRenderWorkers } from '../isolation/render/render.ts';
import { closeSandboxes, resizeSandboxes } from '../isolation/sandbox/evaluate.ts';

/** Number of workers of each kind that each open engine wants. */
const wanted = new Map<symbol, number>();

const resize = (): void => {
  const most = Math.max(...wanted.values());
  resizeSandboxes(most);
  resizeRenderWorkers(most);
};

/**
 * Allows as many workers as one of the open engines wants.
 *
 * @returns a function that gives them back: the last engine ends them
 */
export const shareWorkers = (count: number): (() => Promise<void>) => {
  const engine = Symbol('engine');
  wanted.set(engine, count);
  resize();
  return async () => {
    wanted.delete(engine);
    if (wanted.size > 0) resize();
    else await Promise.all([closeSandboxes(), closeRenderWorkers()]);
  };
};
