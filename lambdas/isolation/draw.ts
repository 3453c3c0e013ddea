import { failBecause } from '../contract/errors.ts';
import { outputSize } from '../core/render/options.ts';
import { undrawable } from '../core/render/undrawable.ts';
import { type DrawOutcome, DrawProcess } from './draw-process.ts';
import type { Drawing, DrawRequest } from './drawing.ts';

/** Drawing processes at once: drawing keeps one core busy. */
const largestPool = 2;

const idle: DrawProcess[] = [];
const busy = new Set<DrawProcess>();
const waiting: ((drawer: DrawProcess) => void)[] = [];

/**
 * Draws a tree in a process of its own. What one tree does to its process no other tree notices.
 *
 * @throws RENDER_ERROR, with what went wrong as its cause.
 */
export const draw = async (request: DrawRequest): Promise<Drawing> => {
  const reason = undrawable(request.tree);
  if (reason !== undefined) throw failBecause(new Error(reason), 'RENDER_ERROR');
  const first = await drawOnce(request, 'resvg');
  if (first.kind === 'drawn') return first.drawing;
  // The rasteriser ended the process or never came back: the other one may manage.
  const isRasterFault = first.stage === 'raster' && first.cause !== 'threw';
  // Layout memory damaged in a process that had drawn before: perhaps by another tree.
  if (!isRasterFault && !(first.cause === 'poisoned' && first.wasUsed)) throw renderError(first);
  const second = await drawOnce(request, isRasterFault ? 'librsvg' : 'resvg');
  if (second.kind === 'drawn') return second.drawing;
  throw renderError(second);
};

/** Starts a drawing process, so that the first drawing need not wait for it. */
export const warmDrawer = async (): Promise<void> => {
  if (idle.length + busy.size === 0) idle.push(new DrawProcess());
  await Promise.all(idle.map((drawer) => drawer.whenReady()));
};

/** Ends all drawing processes; a drawing under way fails. */
export const closeDrawers = (): void => {
  for (const drawer of [...idle.splice(0), ...busy]) drawer.stop();
};

const renderError = (outcome: Extract<DrawOutcome, { kind: 'failed' }>) =>
  failBecause(new Error(`${outcome.stage}: ${outcome.reason}`), 'RENDER_ERROR');

const drawOnce = async (request: DrawRequest, rasteriser: 'resvg' | 'librsvg') => {
  const drawer = await takeDrawer();
  const wasUsed = drawer.drawings > 0;
  try {
    return { ...(await drawer.draw(request, rasteriser, deadlineOf(request))), wasUsed };
  } catch (error) {
    drawer.stop();
    throw failBecause(error, 'RENDER_ERROR');
  } finally {
    giveBack(drawer);
  }
};

/** Milliseconds: 5 s for pictures up to a megapixel, a second more for each one above. */
const deadlineOf = (request: DrawRequest): number => {
  const { width, height } = outputSize(request.options);
  return 5_000 + Math.ceil((width * height) / 1_000_000) * 1_000;
};

const takeDrawer = async (): Promise<DrawProcess> => {
  while (idle.length > 0) {
    const drawer = idle.pop() as DrawProcess;
    if (drawer.isUsable) return use(drawer);
    drawer.stop();
  }
  if (busy.size < largestPool) return use(new DrawProcess());
  return new Promise((resolve) => waiting.push(resolve));
};

const use = (drawer: DrawProcess): DrawProcess => {
  busy.add(drawer);
  return drawer;
};

/** Hands a process to whoever waits longest; one that cannot draw any more is replaced. */
const giveBack = (drawer: DrawProcess): void => {
  busy.delete(drawer);
  if (!drawer.isUsable) drawer.stop();
  const next = waiting.shift();
  const usable = drawer.isUsable ? drawer : undefined;
  if (next) next(use(usable ?? new DrawProcess()));
  // A fresh one at once, so that the next drawing finds it warm.
  else if (usable ?? busy.size === 0) idle.push(usable ?? new DrawProcess());
};
