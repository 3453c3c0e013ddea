import { failBecause } from '../../contract/errors.ts';
import { undrawable } from '../../core/picture/undrawable.ts';
import { timeBudget } from '../../time-budget.ts';
import type { Drawing, DrawRequest } from './drawing.ts';
import { type DrawAllowance, type DrawFailureCause, type DrawOutcome, DrawProcess } from './process.ts';

/** Drawing processes at once: drawing keeps one core busy. */
const largestPool = 2;
/** Beside them, those whose drawing has taken longer than `slowMs`: they must not keep quick ones waiting. */
const largestSlowPool = 3;
const slowMs = 1_000;

/** Why a picture was not drawn; the message begins with the stage. `waiting`: a slow one is being drawn already. */
export class DrawFailure extends Error {
  readonly how: DrawFailureCause | 'waiting';
  constructor(how: DrawFailure['how'], message: string) {
    super(message);
    this.how = how;
  }
}

/**
 * What one picture may take, both tries together. An ordinary card takes 50 ms; a busy machine takes its time, so what
 * counts first is the processor's: whoever draws something hostile is answered within five seconds.
 */
const ofPictures: DrawAllowance = { cpuMs: 3_500, wallMs: 4_500, starvedMs: 8_000 };
/** A template was compiled and evaluated before its sample is looked at, within the same five seconds. */
export const surveyTimeMs = 2_500;
const ofSurveys: DrawAllowance = { cpuMs: surveyTimeMs, wallMs: 3_000, starvedMs: 8_000 };
/** With less than this left there is no second try. */
const leastMs = 500;

/** Processes kept started for whoever comes next: a function's instance draws one picture at a time. */
let kept = 1;

/** Templates that used up their time when last drawn; one of them is drawn at a time. */
const suspects = new Set<string>();
const rememberedSuspects = 500;

const idle: DrawProcess[] = [];
const busy = new Set<DrawProcess>();
const slow = new Set<DrawProcess>();
const waiting: ((drawer: DrawProcess) => void)[] = [];
const suspectsAtWork = new Set<string>();

/**
 * Draws a tree in a process of its own. What one tree does to its process no other tree notices.
 *
 * @throws RENDER_ERROR, with a `DrawFailure` as its cause unless no process could be had.
 */
export const draw = async (request: DrawRequest): Promise<Drawing> => {
  const reason = undrawable(request.tree);
  if (reason !== undefined) throw failBecause(new DrawFailure('threw', reason), 'RENDER_ERROR');
  if (!suspects.has(request.template)) return drawTwice(request);

  if (suspectsAtWork.size > 0)
    throw failBecause(new DrawFailure('waiting', 'another slow drawing is under way'), 'RENDER_ERROR');
  suspectsAtWork.add(request.template);
  try {
    return await drawTwice(request);
  } finally {
    suspectsAtWork.delete(request.template);
  }
};

const drawTwice = async (request: DrawRequest): Promise<Drawing> => {
  const allowance = within(request.isSurvey ? ofSurveys : ofPictures, request.withinMs);
  const first = await drawOnce(request, undefined, allowance);
  if (first.kind === 'drawn') return first.drawing;
  // The engine ended its process, and knows another way.
  const otherWay = first.cause === 'crashed' ? first.otherWay : undefined;
  // Its memory is damaged in a process that had drawn before: perhaps by another tree.
  if (otherWay === undefined && !(first.cause === 'poisoned' && first.wasUsed)) throw renderError(first);
  const left = lessBy(allowance, first.tookMs);
  if (left.cpuMs < leastMs) throw renderError(first);
  const second = await drawOnce(request, otherWay, left);
  if (second.kind === 'drawn') return second.drawing;
  throw renderError(second);
};

const within = (allowance: DrawAllowance, cpuMs = allowance.cpuMs): DrawAllowance =>
  lessBy(allowance, Math.max(0, allowance.cpuMs - cpuMs));

const lessBy = (allowance: DrawAllowance, ms: number): DrawAllowance => ({
  cpuMs: allowance.cpuMs - ms,
  wallMs: allowance.wallMs - ms,
  starvedMs: allowance.starvedMs - ms,
});

/**
 * Keeps so many drawing processes started beside slow drawings, where one machine draws for many: a process takes half a
 * second to start on a machine at rest, and three beside somebody's hostile template.
 */
export const keepDrawers = (count: number): void => {
  kept = count;
  startKept();
};

/** New ones come last: they are still starting while others are warm. */
const startKept = (): void => {
  while (idle.length + busy.size < kept) idle.unshift(new DrawProcess());
};

/** Starts a drawing process, so that the first drawing need not wait for it. */
export const warmDrawer = async (): Promise<void> => {
  if (idle.length + busy.size + slow.size === 0) idle.push(new DrawProcess());
  await Promise.all(idle.map((drawer) => drawer.whenReady()));
};

/** Ends all drawing processes; a drawing under way fails. */
export const closeDrawers = (): void => {
  for (const drawer of [...idle.splice(0), ...busy, ...slow]) drawer.stop();
};

const renderError = (outcome: Extract<DrawOutcome, { kind: 'failed' }>) =>
  failBecause(new DrawFailure(outcome.cause, `${outcome.stage}: ${outcome.reason}`), 'RENDER_ERROR');

const drawOnce = async (request: DrawRequest, otherWay: string | undefined, allowed: DrawAllowance) => {
  const drawer = await takeDrawer();
  if (timeBudget()?.aborted) {
    giveBack(drawer);
    throw failBecause(new Error('the time of the request is over'), 'RENDER_ERROR');
  }
  const wasUsed = drawer.drawings > 0;
  const started = performance.now();
  const timer = setTimeout(() => markSlow(drawer), slowMs);
  try {
    const outcome = await drawer.draw(request, otherWay, allowed);
    noteTime(request.template, outcome);
    return { ...outcome, wasUsed, tookMs: performance.now() - started };
  } catch (error) {
    drawer.stop();
    throw failBecause(error, 'RENDER_ERROR');
  } finally {
    clearTimeout(timer);
    giveBack(drawer);
  }
};

const usedUp: ReadonlySet<DrawFailureCause> = new Set(['memory', 'processor', 'clock']);

const noteTime = (template: string, outcome: DrawOutcome): void => {
  if (outcome.kind === 'drawn') suspects.delete(template);
  else if (usedUp.has(outcome.cause)) {
    if (suspects.size >= rememberedSuspects) suspects.clear();
    suspects.add(template);
  }
};

const takeDrawer = async (): Promise<DrawProcess> => {
  for (const drawer of slow) drawer.yieldToOthers();
  return freeDrawer() ?? new Promise((resolve) => waiting.push(resolve));
};

/** A process nobody uses, or a new one if there may be one more. */
const freeDrawer = (): DrawProcess | undefined => {
  while (idle.length > 0) {
    const drawer = idle.pop() as DrawProcess;
    if (drawer.isUsable) return use(drawer);
    drawer.stop();
  }
  return busy.size < largestPool ? use(new DrawProcess()) : undefined;
};

const use = (drawer: DrawProcess): DrawProcess => {
  busy.add(drawer);
  return drawer;
};

/** Makes room for others beside a drawing that takes long. */
const markSlow = (drawer: DrawProcess): void => {
  if (slow.size >= largestSlowPool || !busy.delete(drawer)) return;
  slow.add(drawer);
  if (waiting.length > 0) {
    drawer.yieldToOthers();
    serveNext();
  }
  // an instance of a function has no others to serve
  if (kept > 1) startKept();
};

const serveNext = (): void => {
  while (waiting.length > 0) {
    const drawer = freeDrawer();
    if (!drawer) return;
    waiting.shift()?.(drawer);
  }
};

/** Hands a process to whoever waits longest; one that cannot draw any more is replaced. */
const giveBack = (drawer: DrawProcess): void => {
  busy.delete(drawer);
  slow.delete(drawer);
  if (drawer.isUsable && idle.length < Math.max(largestPool, kept)) idle.push(drawer);
  else drawer.stop();
  serveNext();
  // fresh ones at once, so that the next drawing finds them warm
  startKept();
};
