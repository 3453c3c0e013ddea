import { closeRenderWorkers, resizeRenderWorkers } from './render/render.ts';
import { closeSandboxes, resizeSandboxes } from './sandbox/evaluate.ts';

/** Number of workers of each kind that each who shares them wants. */
const wanted = new Map<symbol, number>();

const resize = (): void => {
  const most = Math.max(...wanted.values());
  resizeSandboxes(most);
  resizeRenderWorkers(most);
};

/**
 * Allows as many workers as one of those who share them wants.
 *
 * @returns a function that gives them back: the last one ends them
 */
export const shareWorkers = (count: number): (() => Promise<void>) => {
  const holder = Symbol('holder');
  wanted.set(holder, count);
  resize();
  return async () => {
    wanted.delete(holder);
    if (wanted.size > 0) resize();
    else await Promise.all([closeSandboxes(), closeRenderWorkers()]);
  };
};
