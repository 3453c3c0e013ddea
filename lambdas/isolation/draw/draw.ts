import { type EngineName, usualEngine } from '../../contract/engine-names.ts';
import type { Drawing, DrawRequest } from './drawing.ts';
import type { OpenedFont } from './messages.ts';
import { type DrawPool, type DrawSettings, openDrawPool } from './pool.ts';

/** A function's instance answers one request at a time and has one processor. */
let size = 1;
let usual: EngineName = usualEngine;
let pool: DrawPool | undefined;
/** Returns the render workers of this process. */
export const drawers = (): DrawPool => (pool ??= openDrawPool(size, usual));

/** Renders a tree in isolation. @throws as `DrawPool.draw` */
export const draw = (request: DrawRequest, settings?: DrawSettings): Promise<Drawing> =>
  drawers().draw(request, settings);

/** Opens an untrusted font file in isolation. @throws as `DrawPool.openFont` */
export const openFont = (file: Uint8Array): Promise<OpenedFont> => drawers().openFont(file);

/** Fetches remote images and renders with them as soon as there is memory for it. @throws as `DrawPool.withImages` */
export const withImages = <T>(work: () => Promise<T>): Promise<T> => drawers().withImages(work);

/**
 * Starts the render workers ahead of the first rendering.
 *
 * @param engine what most images will be rendered with; the first one with another engine takes a little longer.
 * @throws when one cannot be started.
 */
export const warmDrawer = (engine: EngineName = usual): Promise<void> => {
  usual = engine;
  return drawers().warm();
};

/** Sets how many render workers there are, and starts them. */
export const resizeDrawers = (wanted: number): void => {
  void closeDrawers();
  size = wanted;
  // a caller that needs one gets the error when none can be started
  warmDrawer().catch(() => {});
};

/** Kills all render workers; a rendering under way fails. The next call starts them again. */
export const closeDrawers = async (): Promise<void> => {
  const closing = pool;
  pool = undefined;
  await closing?.close();
};
