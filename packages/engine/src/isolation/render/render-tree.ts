import type { Rendering, RenderTask } from './messages.ts';
import { type RenderSettings, render, withImages } from './render.ts';

/** Remote images of a tree by URL, and whatever else their host knows of them. */
interface Gathered {
  readonly images: RenderTask['images'];
}

/** How a tree's remote images are gathered. */
export interface Gathering<T extends Gathered> {
  readonly gather: () => Promise<T>;
  /** Whether it takes bytes into memory, so that it and the render wait for a slot. */
  readonly isFetching: boolean;
}

/**
 * Gathers the remote images of a tree, then renders it in a worker.
 *
 * @throws as `render`; SERVICE_UNAVAILABLE when no slot is free in time; what `gather` throws
 */
export const renderTree = <T extends Gathered>(
  task: Omit<RenderTask, 'images'>,
  { gather, isFetching }: Gathering<T>,
  settings?: RenderSettings,
): Promise<{ readonly gathered: T; readonly rendering: Rendering }> => {
  const work = async () => {
    const gathered = await gather();
    return { gathered, rendering: await render({ ...task, images: gathered.images }, settings) };
  };
  return isFetching ? withImages(work) : work();
};
