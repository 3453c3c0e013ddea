import type { EngineName } from '../../contract/engine-names.ts';
import { failBecause, ServiceError } from '../../contract/errors.ts';
import { inThousands } from '../../contract/thousands.ts';
import type { Survey } from '../../core/picture/survey/findings.ts';
import { undrawable } from '../../core/picture/undrawable.ts';
import { requestSignal } from '../../time-budget.ts';
import type { CpuBudget } from '../worker/cpu-budget.ts';
import { openPool } from '../worker/pool.ts';
import { openSemaphore, unavailable } from '../worker/semaphore.ts';
import type { Outcome } from '../worker/worker.ts';
import type { Drawing, DrawRequest } from './drawing.ts';
import { DrawFailure } from './failure.ts';
import type { DrawAnswer, DrawJob, OpenedFont, SurveyOrder } from './messages.ts';
import { type Drawer, startDrawer } from './process.ts';

/** Memory of a worker in bytes; one that holds more is killed before the function is. */
const maxRssBytes = 1_400 << 20;
/** Processor time one image may take, in milliseconds. */
const pictureTimeMs = 3_500;
/** Processor time the lint of one rendering may take, in milliseconds. */
export const surveyTimeMs = 2_500;
/** Images whose remote images are fetched or held at once: each may take 40 MB. */
const imagesAtOnce = 8;

/** Reads the bytes of a custom font by their hash. */
export type FontBytes = (hash: string) => Promise<Uint8Array>;

/** Bytes of custom fonts that one image may need; they are held in memory, and again by the engine. */
const pictureFontBytes = 60_000_000;

export interface DrawSettings {
  /** Reads the fonts that the tree's typography names. */
  readonly fontBytes?: FontBytes | undefined;
  /** Processor time that several jobs share. @default none: the job has the usual limit */
  readonly budget?: CpuBudget | undefined;
}

export interface DrawPool {
  /**
   * Renders a tree in a worker. No other tree notices what one does to its worker.
   *
   * @throws RENDER_ERROR with a `DrawFailure` as its cause, or with the reason why no worker can be started; SERVICE_UNAVAILABLE.
   */
  draw(request: DrawRequest, settings?: DrawSettings): Promise<Drawing>;
  /** Lays a tree out and lints it instead of returning the image. @throws as `draw` */
  survey(request: SurveyOrder, settings?: DrawSettings): Promise<Survey>;
  /** Opens an untrusted font file. @throws as `draw` */
  openFont(file: Uint8Array): Promise<OpenedFont>;
  /**
   * Runs `work`, which fetches remote images and renders with them, as soon as there is memory for it: one that waits has
   * fetched nothing yet.
   *
   * @throws SERVICE_UNAVAILABLE; what `work` throws.
   */
  withImages<T>(work: () => Promise<T>): Promise<T>;
  warm(): Promise<void>;
  close(): Promise<void>;
}

type Answered = Exclude<DrawAnswer, { kind: 'failed' }>;
type Success = Exclude<Answered, { kind: 'lacking' }>;

/** Returns a pool of workers that render. @param usual the engine that most images are rendered with */
export const openDrawPool = (size: number, usual: EngineName): DrawPool => {
  const semaphore = openSemaphore(imagesAtOnce);
  const pool = openPool<Drawer>(() => startDrawer(usual), size);

  /** Runs a job; where its worker lacks fonts, sends them and runs it again, within one limit. */
  const runIn = async (worker: Drawer, job: DrawJob, maxMs: number, settings: DrawSettings): Promise<Success> => {
    const fonts = new Map<string, Uint8Array>();
    let leftMs = Math.min(maxMs, settings.budget?.leftMs() ?? maxMs);
    for (;;) {
      const limits = { cpuMs: leftMs, rssBytes: maxRssBytes };
      const outcome = await worker.run({ job, fonts }, limits, requestSignal());
      leftMs -= outcome.cpuMs;
      settings.budget?.spend(outcome.cpuMs);
      const answer = answerOf(outcome);
      if (answer.kind !== 'lacking') return answer;
      await readFonts(answer.hashes, fonts, settings.fontBytes);
    }
  };
  const run = async (job: DrawJob, maxMs: number, settings: DrawSettings = {}): Promise<Success> => {
    try {
      const reason = job.kind === 'font' ? undefined : undrawable(job.request.tree);
      if (reason !== undefined) throw new DrawFailure('threw', reason);
      return await pool.run((worker) => runIn(worker, job, maxMs, settings));
    } catch (error) {
      throw error instanceof ServiceError ? error : failBecause(error, 'RENDER_ERROR');
    }
  };

  return {
    draw: async (request, settings) => {
      const answer = await run({ kind: 'draw', request }, pictureTimeMs, settings);
      if (answer.kind !== 'drawn') throw new Error('The worker returned no image.');
      return answer.drawing;
    },
    survey: async (request, settings) => {
      const answer = await run({ kind: 'survey', request }, surveyTimeMs, settings);
      if (answer.kind !== 'surveyed') throw new Error('The worker returned no lint result.');
      return answer.survey;
    },
    openFont: async (file) => {
      const answer = await run({ kind: 'font', file }, pictureTimeMs);
      if (answer.kind !== 'opened') throw new Error('The worker opened no font.');
      return answer.opened;
    },
    withImages: semaphore.run,
    warm: pool.warm,
    close: () => {
      semaphore.close();
      return pool.close();
    },
  };
};

/** Adds the bytes of fonts to those that are sent with the job. @throws DrawFailure when they are too many */
const readFonts = async (hashes: readonly string[], fonts: Map<string, Uint8Array>, read: FontBytes | undefined) => {
  const missing = hashes.filter((hash) => !fonts.has(hash));
  if (!read || missing.length === 0) throw new Error('A rendering asks for fonts that do not exist.');
  for (const hash of missing) {
    fonts.set(hash, await read(hash));
    const bytes = [...fonts.values()].reduce((sum, { length }) => sum + length, 0);
    if (bytes > pictureFontBytes) throw new DrawFailure('threw', tooManyFonts);
  }
};

const tooManyFonts = `layout: The fonts of this picture take more than ${inThousands(pictureFontBytes)} bytes.`;

/** @throws DrawFailure; SERVICE_UNAVAILABLE for a job that ended through no fault of its own */
const answerOf = (outcome: Outcome<DrawAnswer>): Answered => {
  if (outcome.kind === 'ended') {
    const { cause, reason, stage = 'layout' } = outcome;
    if (cause === 'aborted' || cause === 'clock') throw unavailable(reason);
    throw new DrawFailure(cause, `${stage}: ${reason}`);
  }
  const { answer } = outcome;
  if (answer.kind === 'failed') throw new DrawFailure('threw', `${answer.stage}: ${answer.message}`);
  return answer;
};
