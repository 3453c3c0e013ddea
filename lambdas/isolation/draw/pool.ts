import type { EngineName } from '../../contract/engine-names.ts';
import { failBecause, ServiceError } from '../../contract/errors.ts';
import { inThousands } from '../../contract/thousands.ts';
import type { Stage } from '../../core/engines/engine.ts';
import type { Survey } from '../../core/picture/survey/findings.ts';
import { undrawable } from '../../core/picture/undrawable.ts';
import { tellKill } from '../kills.ts';
import { type Allowance, usedUpKinds } from '../process/allowance.ts';
import type { Outcome } from '../process/isolated-process.ts';
import { openGate } from '../turns/gate.ts';
import { type Claim, type Done, openPool } from '../turns/pool.ts';
import { longestWaitMs, placedWaitMs, type Sharing } from '../turns/sharing.ts';
import { NoTurn } from '../turns/waiting.ts';
import type { Drawing, DrawRequest } from './drawing.ts';
import { DrawFailure, type DrawFailureCause } from './failure.ts';
import type { DrawAnswer, DrawJob, DrawOrder, DrawProgress, OpenedFont, SurveyOrder } from './messages.ts';
import { type DrawProcess, startDrawer } from './process.ts';

/** An ordinary card takes 50 ms of the processor; what takes more than this makes room for others. */
const slowMs = 200;
/** A process that holds more is ended, before the function's memory is. */
const rssBytes = 1_400 << 20;
/** Processor time one picture may take. */
export const pictureTimeMs = 3_500;
/**
 * What one picture may take, both tries together. Processor time counts first, because a busy machine is slow for everybody:
 * a hostile picture is answered within five seconds.
 */
const ofPictures: Allowance = { cpuMs: pictureTimeMs, wallMs: 4_500, starvedMs: 8_000, rssBytes };
/** A template was compiled and evaluated before its sample is looked at, within the same five seconds. */
export const surveyTimeMs = 2_500;
const ofSurveys: Allowance = { cpuMs: surveyTimeMs, wallMs: 3_000, starvedMs: 8_000, rssBytes };
/** With less than this left there is no second try. */
const leastMs = 500;

/** Whose drawing it is, and the processor time it may take where that is less than usual. */
export interface DrawFor {
  readonly account: string;
  readonly timeMs?: number;
  /** It holds a place and its images are fetched: it waits for its turn as long as its request has time. */
  readonly hasPlace?: boolean;
  /** Reads the fonts that its typography names. */
  readonly fontBytes?: FontBytes | undefined;
}

/** Reads the bytes of an account's own font by their hash. */
export type FontBytes = (hash: string) => Promise<Uint8Array>;

/** Bytes of accounts' own fonts that one picture may need; they are held in memory, and again where they are drawn with. */
const pictureFontBytes = 60_000_000;

export interface DrawPool {
  /**
   * Draws a tree in a process of its own. What one tree does to its process no other tree notices.
   *
   * @throws RENDER_ERROR, with a `DrawFailure` as its cause unless no process could be had.
   */
  draw(request: DrawRequest, drawFor: DrawFor): Promise<Drawing>;
  /** Looks at a picture instead of handing it out. @throws as `draw` */
  survey(request: SurveyOrder, drawFor: DrawFor): Promise<Survey>;
  /** Opens an untrusted font file. @throws as `draw` */
  openFont(file: Uint8Array, drawFor: DrawFor): Promise<OpenedFont>;
  /**
   * Fetches a picture's remote images and draws it as soon as its account gets a place. A request that gets no
   * place fetches nothing.
   *
   * @throws RENDER_ERROR, as `draw`; what `work` throws.
   */
  inPlace<T>(account: string, work: (drawFor: DrawFor) => Promise<T>): Promise<T>;
  warm(): Promise<void>;
  close(): Promise<void>;
}

type Failed = {
  readonly kind: 'failed';
  readonly stage: Stage;
  readonly cause: DrawFailureCause;
  readonly reason: string;
  /** What the engine asks for in a second try, where its process ended. */
  readonly otherWay: string | undefined;
};
interface Taken {
  /** Whether the process had drawn before. */
  readonly wasUsed: boolean;
  /** Milliseconds of processor time, and of elapsed time. */
  readonly spentMs: number;
  readonly tookMs: number;
}
type Answered = Exclude<DrawAnswer, { kind: 'failed' }>;
type Success = Exclude<Answered, { kind: 'lacking' }>;
/** What is to be done, and what it is done with. */
type Task = Pick<DrawOrder, 'job' | 'fonts'>;

/** Drawing processes, and whose turn it is. @param usual the engine that most pictures are drawn with */
export const openDrawPool = ({ places, fetching, kept }: Sharing, usual: EngineName): DrawPool => {
  const gate = openGate(fetching, longestWaitMs, hasOverrun);
  const pool = openPool<DrawProcess>({ start: () => startDrawer(usual), places, kept });

  const tryOnce = (task: Task, otherWay: string | undefined, claim: Claim, allowance: Allowance) =>
    pool.run(claim, async (process): Promise<Done<(Answered | Failed) & Taken>> => {
      const wasUsed = process.begun > 0;
      const started = performance.now();
      const tried = triedBy(await process.ask({ ...task, otherWay }, allowance));
      const spentMs = process.spentMs();
      const result = { ...tried, wasUsed, spentMs, tookMs: performance.now() - started };
      return { result, hasOverrun: tried.kind === 'failed' && isOverrun(tried.cause, spentMs) };
    });

  const tryTwice = async (task: Task, claim: Claim, allowance: Allowance): Promise<Answered> => {
    const first = await tryOnce(task, undefined, claim, allowance);
    if (first.kind !== 'failed') return first;
    // The engine ended its process, and knows another way.
    const otherWay = first.cause === 'crashed' ? first.otherWay : undefined;
    // Its memory is damaged in a process that had drawn before: perhaps by another tree.
    if (otherWay === undefined && !(first.cause === 'poisoned' && first.wasUsed)) throw failureOf(first);
    const left = lessBy(allowance, first);
    if (Math.min(left.cpuMs, left.wallMs) < leastMs) throw failureOf(first);
    const second = await tryOnce(task, otherWay, claim, left);
    if (second.kind === 'failed') throw failureOf({ ...second, spentMs: first.spentMs + second.spentMs });
    return second;
  };

  /** Sends the fonts that a process says it lacks: one that has drawn with a font keeps it. */
  const withFonts = async (job: DrawJob, claim: Claim, allowance: Allowance, read?: FontBytes): Promise<Success> => {
    const fonts = new Map<string, Uint8Array>();
    let bytes = 0;
    for (;;) {
      const answer = await tryTwice({ job, fonts }, claim, allowance);
      if (answer.kind !== 'lacking') return answer;
      const missing = answer.hashes.filter((hash) => !fonts.has(hash));
      if (!read || missing.length === 0) throw new Error('A drawing asks for fonts that there are not.');
      for (const hash of missing) {
        const font = await read(hash);
        fonts.set(hash, font);
        bytes += font.length;
        if (bytes > pictureFontBytes) throw new DrawFailure('threw', tooManyFonts);
      }
    }
  };

  const done = async (job: DrawJob, claim: Claim, allowance: Allowance, read?: FontBytes): Promise<Success> => {
    try {
      const reason = job.kind === 'font' ? undefined : undrawable(job.request.tree);
      if (reason !== undefined) throw new DrawFailure('threw', reason);
      return await withFonts(job, claim, allowance, read);
    } catch (error) {
      throw renderError(error);
    }
  };
  const inPlace = async <T>(account: string, work: (drawFor: DrawFor) => Promise<T>): Promise<T> => {
    try {
      return await gate.enter(account, () => work({ account, hasPlace: true }));
    } catch (error) {
      throw error instanceof NoTurn ? renderError(error) : error;
    }
  };

  return {
    draw: async (request, { account, timeMs, hasPlace, fontBytes }) => {
      const claim = { account, kind: 'draw', waitMs: hasPlace ? placedWaitMs : longestWaitMs, slowMs };
      const answer = await done({ kind: 'draw', request }, claim, within(ofPictures, timeMs), fontBytes);
      if (answer.kind !== 'drawn') throw new Error('No picture was drawn.');
      return answer.drawing;
    },
    survey: async (request, { account, timeMs = surveyTimeMs, fontBytes }) => {
      const claim = { account, kind: 'survey', waitMs: timeMs, slowMs };
      const answer = await done({ kind: 'survey', request }, claim, within(ofSurveys, timeMs), fontBytes);
      if (answer.kind !== 'surveyed') throw new Error('Nothing was looked at.');
      return answer.survey;
    },
    openFont: async (file, { account }) => {
      const claim = { account, kind: 'font', waitMs: longestWaitMs, slowMs };
      const answer = await done({ kind: 'font', file }, claim, ofPictures);
      if (answer.kind !== 'opened') throw new Error('No font was opened.');
      return answer.opened;
    },
    inPlace,
    warm: pool.warm,
    close: () => {
      gate.close();
      return pool.close();
    },
  };
};

const renderError = (error: unknown) =>
  failBecause(error instanceof NoTurn ? new DrawFailure('waiting', error.message) : error, 'RENDER_ERROR');

/** Whether a drawing used up its allowance: elapsed time counts only where its own work took long too. */
const isOverrun = (cause: DrawFailureCause, spentMs: number): boolean =>
  usedUpKinds.has(cause) && (cause !== 'clock' || spentMs > slowMs);
const hasOverrun = (error: unknown): boolean =>
  error instanceof ServiceError &&
  error.cause instanceof DrawFailure &&
  isOverrun(error.cause.how, error.cause.spentMs);

const tooManyFonts = `layout: The fonts of this picture take more than ${inThousands(pictureFontBytes)} bytes.`;

const triedBy = (outcome: Outcome<DrawAnswer, DrawProgress>): Answered | Failed => {
  if (outcome.kind === 'ended') {
    const { cause, reason, progress: { stage, otherWay } = { stage: 'layout', otherWay: undefined } } = outcome;
    return { kind: 'failed', stage, cause: cause === 'recalled' ? 'waiting' : cause, reason, otherWay };
  }
  const { answer } = outcome;
  if (answer.kind !== 'failed') return answer;
  // its process can draw nothing correctly any more: it counts as killed
  if (answer.isPoisoned) tellKill();
  const { stage, message, isPoisoned } = answer;
  return { kind: 'failed', stage, cause: isPoisoned ? 'poisoned' : 'threw', reason: message, otherWay: undefined };
};

const failureOf = ({ cause, stage, reason, spentMs }: Failed & { spentMs: number }) =>
  new DrawFailure(cause, `${stage}: ${reason}`, spentMs);

const within = (allowance: Allowance, cpuMs = allowance.cpuMs): Allowance => {
  const lessMs = Math.max(0, allowance.cpuMs - cpuMs);
  return lessBy(allowance, { spentMs: lessMs, tookMs: lessMs });
};

const lessBy = (allowance: Allowance, { spentMs, tookMs }: { spentMs: number; tookMs: number }): Allowance => ({
  ...allowance,
  cpuMs: allowance.cpuMs - spentMs,
  wallMs: allowance.wallMs - tookMs,
  starvedMs: allowance.starvedMs - tookMs,
});
