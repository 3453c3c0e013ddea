import { type EngineName, usualEngine } from '../../contract/engine-names.ts';
import { forOneRequest, type Sharing } from '../turns/sharing.ts';
import type { Drawing, DrawRequest } from './drawing.ts';
import type { OpenedFont } from './messages.ts';
import { type DrawFor, type DrawPool, openDrawPool } from './pool.ts';

let sharing = forOneRequest;
let usual: EngineName = usualEngine;
let pool: DrawPool | undefined;
/** The drawing processes of this process. */
export const drawers = (): DrawPool => (pool ??= openDrawPool(sharing, usual));

/** Draws a tree in isolation. @throws as `DrawPool.draw` */
export const draw = (request: DrawRequest, drawFor: DrawFor): Promise<Drawing> => drawers().draw(request, drawFor);

/** Opens an untrusted font file in isolation. @throws as `DrawPool.openFont` */
export const openFont = (file: Uint8Array, drawFor: DrawFor): Promise<OpenedFont> => drawers().openFont(file, drawFor);

/** Fetches and draws in a place of the account's. @throws as `DrawPool.inPlace` */
export const inDrawingPlace = <T>(account: string, work: (drawFor: DrawFor) => Promise<T>): Promise<T> =>
  drawers().inPlace(account, work);

/**
 * Starts a drawing process ahead of the first drawing.
 *
 * @param engine what most pictures will be drawn with; others are drawn as well, the first a little later.
 */
export const warmDrawer = (engine: EngineName = usual): Promise<void> => {
  usual = engine;
  return drawers().warm();
};

/** Changes how drawing processes are shared, and starts them. */
export const shareDrawers = (wanted: Sharing): void => {
  void closeDrawers();
  sharing = wanted;
  // a caller that needs one gets the error when none can be started
  warmDrawer().catch(() => {});
};

/** Ends all drawing processes; a drawing under way fails. The next call starts them again. */
export const closeDrawers = async (): Promise<void> => {
  const closing = pool;
  pool = undefined;
  await closing?.close();
};
