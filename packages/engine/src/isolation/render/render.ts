import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EngineName, usualEngine } from '../../engine-names.ts';
import { CodedError, engineError } from '../../errors.ts';
import type { ImageLint } from '../../lint/image/image-diagnostics.ts';
import { getRejectionReason } from '../../rendering/rejection-reason.ts';
import { formatThousands } from '../../thousands.ts';
import { requestSignal } from '../../time-budget.ts';
import type { CpuBudget } from '../worker/cpu-budget.ts';
import { openPool, openSemaphore, unavailable } from '../worker/pool.ts';
import { getModulesAbove } from '../worker/program.ts';
import { type Outcome, Worker } from '../worker/worker.ts';
import { getFailureText, getOverLimit, RenderJobError, toRenderJobError } from './failure.ts';
import type { FontHashes } from './fonts.ts';
import type {
  ImageLintRequest,
  OpenedFont,
  OpenedPicture,
  Pixels,
  RenderAnswer,
  Rendering,
  RenderJob,
  RenderOrder,
  RenderResults,
  RenderTask,
} from './messages.ts';

/** Maximum resident memory of a worker in bytes, below that of the function. */
const maxRssBytes = 1_400 << 20;
/** Limit of processor time of one image, in milliseconds. */
const imageCpuMs = 3_500;
/** Limit of processor time of linting one image, in milliseconds. */
const imageLintCpuMs = 2_500;
/** Maximum number of images whose remote images are in memory at the same time, up to 200 MB each while they arrive. */
const imagesAtOnce = 4;
/** Maximum bytes of custom fonts and font packs for one image; memory holds them twice, here and in the engine. */
const imageFontBytes = 60_000_000;

export type FontBytes = (hash: string, kind: 'custom' | 'pack') => Promise<Uint8Array>;

export interface RenderSettings {
  /** Reads the fonts of the tree's typography. */
  readonly fontBytes?: FontBytes | undefined;
  /** Processor time that several jobs share. @default none, only the job's limit */
  readonly budget?: CpuBudget | undefined;
}

type RenderWorker = Worker<RenderOrder, RenderAnswer>;

const file = new URL(`./render-child${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

/**
 * Returns the directory from which rasteriser, encoder, fonts and emoji are resolved (`from`), and those that the worker
 * may read (`modules`).
 */
const getModulesDirectories = (): { readonly from: string; readonly modules: readonly string[] } => {
  const own = dirname(fileURLToPath(import.meta.url));
  // installed as a package: its dependencies are where Node looks for them
  if (/[/\\]node_modules[/\\]/.test(own)) return { from: own, modules: getModulesAbove(own) };
  // a layer's directory, or the project's
  const modules = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-js/package.json'))));
  return { from: modules, modules: [modules] };
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

let usual: EngineName = usualEngine;
const pool = openPool(() => startRenderWorker(usual));
const semaphore = openSemaphore(imagesAtOnce);

/** Runs a job. If the worker lacks fonts, sends them and repeats the job within the same limit. */
const runIn = async (worker: RenderWorker, job: RenderJob, maxMs: number, settings: RenderSettings) => {
  const fonts = new Map<string, Uint8Array>();
  const { budget } = settings;
  let leftMs = Math.min(maxMs, budget?.leftMs() ?? maxMs);
  const rssBytes = budget?.limits.renderBytes ?? maxRssBytes;
  for (;;) {
    const outcome = await worker.run({ job, fonts }, { cpuMs: leftMs, rssBytes }, requestSignal());
    leftMs -= outcome.cpuMs;
    budget?.spend(outcome.cpuMs);
    const answer = getAnswer(outcome);
    if (answer.kind === 'done') return answer.result;
    await readFonts(answer.hashes, fonts, settings.fontBytes);
  }
};

const run = async <Kind extends RenderJob['kind']>(
  job: RenderJob & { readonly kind: Kind },
  maxMs: number,
  settings: RenderSettings = {},
): Promise<RenderResults[Kind]> => {
  try {
    const reason = 'request' in job ? getRejectionReason(job.request.tree) : undefined;
    if (reason !== undefined) throw new RenderJobError('threw', reason);
    return (await pool.run((worker) => runIn(worker, job, maxMs, settings))) as RenderResults[Kind];
  } catch (error) {
    throw error instanceof CodedError ? error : engineError('RENDER_ERROR', { cause: error });
  }
};

/** Adds the bytes of fonts to those that are sent with the job. @throws RenderJobError when they are too large */
const readFonts = async (hashes: FontHashes, fonts: Map<string, Uint8Array>, read: FontBytes | undefined) => {
  const missing = [...hashes].filter(([hash]) => !fonts.has(hash));
  if (!read || missing.length === 0) throw new Error('A rendering asks for fonts that do not exist.');
  for (const [hash, kind] of missing) {
    fonts.set(hash, await read(hash, kind));
    const bytes = [...fonts.values()].reduce((sum, { length }) => sum + length, 0);
    const message = `layout: The fonts of this image take more than ${formatThousands(imageFontBytes)} bytes.`;
    if (bytes > imageFontBytes) throw new RenderJobError('threw', message);
  }
};

/** Returns the answer of a job. @throws RenderJobError; SERVICE_UNAVAILABLE for a job that was aborted or hung */
const getAnswer = (outcome: Outcome<RenderAnswer>): Exclude<RenderAnswer, { kind: 'failed' }> => {
  if (outcome.kind === 'ended') {
    const { cause, reason } = outcome;
    if (cause === 'aborted' || cause === 'clock') throw unavailable(reason);
    throw new RenderJobError(cause, reason);
  }
  const { answer } = outcome;
  if (answer.kind === 'failed') throw toRenderJobError(answer);
  return answer;
};

/**
 * Renders a tree in a worker. A tree cannot affect the rendering of another one.
 *
 * @throws RENDER_ERROR, caused by a `RenderJobError` or the reason why no worker can be started; SERVICE_UNAVAILABLE
 */
export const render = (request: RenderTask, settings?: RenderSettings): Promise<Rendering> =>
  run({ kind: 'render', request }, settings?.budget?.limits.renderMs ?? imageCpuMs, settings);

/**
 * Renders a sample in a worker and lints it.
 *
 * @returns undefined when the template's other steps have used up the processor time
 * @throws RENDER_ERROR when no worker can be started; SERVICE_UNAVAILABLE
 */
export const imageLint = async (
  request: ImageLintRequest,
  settings: RenderSettings = {},
): Promise<ImageLint | undefined> => {
  const mostMs = settings.budget?.limits.renderMs ?? imageLintCpuMs;
  const isShort = (settings.budget?.leftMs() ?? mostMs) < mostMs;
  try {
    return await run({ kind: 'lint', request }, mostMs, settings);
  } catch (error) {
    const cause = error instanceof CodedError ? error.cause : undefined;
    if (!(cause instanceof RenderJobError)) throw error;
    if (cause.how === 'processor' && isShort) return undefined;
    return { diagnostics: [], failure: { message: getFailureText(cause), overLimit: getOverLimit(cause) } };
  }
};

/** Opens an untrusted font file in a worker. @throws as `render` */
export const openFont = (file: Uint8Array): Promise<OpenedFont> => run({ kind: 'font', file }, imageCpuMs);

/** Opens an untrusted picture in a worker, as templates show it. @throws as `render` */
export const openPicture = (file: Uint8Array): Promise<OpenedPicture> => run({ kind: 'picture', file }, imageCpuMs);

/**
 * Decodes an untrusted image in a worker.
 *
 * @throws Error that says why it cannot be read; SERVICE_UNAVAILABLE
 */
export const readPixels = async (file: Uint8Array): Promise<Pixels> => {
  try {
    return await run({ kind: 'pixels', file }, imageCpuMs);
  } catch (error) {
    const cause = error instanceof CodedError ? error.cause : undefined;
    throw cause instanceof RenderJobError ? new Error(getFailureText(cause)) : error;
  }
};

/**
 * Runs `work`, which fetches remote images and renders with them, when a slot is free; nothing is fetched before.
 *
 * @throws SERVICE_UNAVAILABLE; what `work` throws
 */
export const withImages = <T>(work: () => Promise<T>): Promise<T> => semaphore.run(work);

/**
 * Starts the render workers, or the first `count`, before the first render.
 *
 * @param engine that of most images; the first image with another engine takes a little longer
 * @throws Error when a worker cannot be started
 */
export const warmRenderWorker = (engine: EngineName = usual, count?: number): Promise<void> => {
  usual = engine;
  return pool.warm(count);
};

/** Sets the number of render workers; each starts when an image needs it. */
export const resizeRenderWorkers = pool.resize;

/** Kills all render workers; renders in progress fail. The next call starts them again. */
export const closeRenderWorkers = pool.close;
