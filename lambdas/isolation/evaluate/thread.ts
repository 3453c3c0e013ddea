import { Worker } from 'node:worker_threads';
import type { Draft } from '../../core/template/plan/draft.ts';
import type { Review, ReviewRequest } from '../../core/template/review/reviewed.ts';
import { tellKill } from '../kills.ts';
import {
  type Evaluation,
  type EvaluationFailure,
  type EvaluationRequest,
  type Inspection,
  outOfMemory,
  outOfTime,
} from './evaluation.ts';

/** What a thread can be asked, each with the time its untrusted part may take. */
export type Job =
  | { readonly kind: 'evaluate'; readonly request: EvaluationRequest; readonly timeMs: number }
  | { readonly kind: 'inspect'; readonly script: string; readonly clock: number; readonly timeMs: number }
  | { readonly kind: 'draft'; readonly source: string; readonly timeMs: number }
  | { readonly kind: 'review'; readonly request: ReviewRequest; readonly timeMs: number };

export type JobResult = Evaluation | Inspection | Draft | Review;

export type WorkerMessage =
  | { readonly isReady: true }
  | { readonly result: JobResult; readonly isWorn: boolean }
  | { readonly broke: string };

/** What a thread gives back; a thread that is gone is to be replaced. */
export interface Finished {
  readonly result: JobResult | EvaluationFailure;
  readonly isGone: boolean;
}

export interface Thread {
  isAlive(): boolean;
  ready(): Promise<void>;
  /** Rejects only when the thread could not start. */
  run(job: Job): Promise<Finished>;
  close(): Promise<void>;
}

/**
 * Time on the wall a job has to answer, by the processor time it may use; then the thread is ended, whatever it is doing.
 * Twice as long and a little more: others may keep the processor busy.
 */
const patienceFor = (timeMs: number): number => 2 * timeMs + 250;

const broke: EvaluationFailure = { ok: false, reason: 'threw', message: 'The template nests too deeply to be run.' };

// this module's own extension: `.ts` here, `.mjs` where it is bundled
const extension = new URL(import.meta.url).pathname.match(/\.\w+$/)?.[0] ?? '.mjs';
const workerFile = new URL(`./evaluate-worker${extension}`, import.meta.url);

/** Starts a thread that holds nothing of this process: no environment, arguments or streams. */
export const startThread = (): Thread => {
  const worker = new Worker(workerFile, {
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    // kept apart from this process's own and never read: reading would keep the process from ending
    stdout: true,
    stderr: true,
    name: 'evaluator',
    resourceLimits: { stackSizeMb: 4, maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });

  let isAlive = true;
  let settle: ((message: WorkerMessage | Error) => void) | undefined;
  const next = () =>
    new Promise<WorkerMessage | Error>((resolve) => {
      settle = resolve;
    });
  const end = (error: Error) => {
    isAlive = false;
    settle?.(error);
  };
  worker.on('message', (message: WorkerMessage) => settle?.(message));
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The thread ended.')));
  const started = next();
  // after the listeners, which would hold the process again: an idle thread keeps no program from ending
  worker.unref();

  const ready = async () => {
    worker.ref();
    const first = await started;
    if (first instanceof Error) throw new Error('The evaluator could not start.', { cause: first });
    worker.unref();
  };
  const run = async (job: Job): Promise<Finished> => {
    await ready();
    worker.ref();
    const answer = next();
    worker.postMessage(job);
    const finished = finishedBy(await Promise.race([answer, timeout(patienceFor(job.timeMs), answer)]));
    worker.unref();
    if (finished.isGone) void worker.terminate();
    // a worn thread is replaced as a matter of course
    if (finished.isGone && 'reason' in finished.result) tellKill();
    return finished;
  };
  const close = async () => {
    await worker.terminate();
  };
  return { isAlive: () => isAlive, ready, run, close };
};

const finishedBy = (message: WorkerMessage | Error | 'overran'): Finished => {
  if (message === 'overran') return { result: outOfTime, isGone: true };
  if (message instanceof Error) {
    const isOutOfMemory = 'code' in message && message.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return { result: isOutOfMemory ? outOfMemory : broke, isGone: true };
  }
  if ('result' in message) return { result: message.result, isGone: message.isWorn };
  return { result: broke, isGone: true };
};

/** Answers once the time is over. When this process itself was late, an answer that has arrived meanwhile goes first. */
const timeout = (ms: number, answer: Promise<unknown>) =>
  new Promise<'overran'>((resolve) => {
    const timer = setTimeout(() => setImmediate(() => setImmediate(() => resolve('overran'))), ms);
    void answer.then(() => clearTimeout(timer));
  });
