import type { Draft } from '../../core/template/render-plan/draft.ts';
import type { Review, ReviewRequest } from '../../core/template/review/reviewed.ts';
import { requestSignal } from '../../time-budget.ts';
import { countKill } from '../kills.ts';
import type { CpuBudget } from '../worker/cpu-budget.ts';
import { openPool, type Pool, unavailable } from '../worker/pool.ts';
import type { Outcome } from '../worker/worker.ts';
import {
  type Evaluation,
  type EvaluationFailure,
  type EvaluationRequest,
  type Inspection,
  outOfMemory,
  outOfTime,
} from './evaluation.ts';
import type { Job, JobAnswer, JobResult } from './messages.ts';
import { type Evaluator, startEvaluator } from './process.ts';

/** Processor time template code may use, in milliseconds. */
export const evaluationTimeMs = 1_000;
/** Processor time to read a template's source: 180,000 honest characters take a third, but some sources take a parser for ever. */
const draftTimeMs = 2_000;
/** Memory of a worker in bytes: its heap may grow to 256 MiB and the interpreter's memory to 96. */
const maxRssBytes = 448 << 20;

/** A function's instance answers one request at a time and has one processor. */
let size = 1;
let pool: Pool<Evaluator> | undefined;
const opened = (): Pool<Evaluator> => (pool ??= openPool(startEvaluator, size));

/** A job without its limit, which is worked out when it begins. */
type JobRequest = Job extends infer One ? (One extends Job ? Omit<One, 'timeMs'> : never) : never;

const run = (job: JobRequest, maxMs: number, budget: CpuBudget | undefined): Promise<JobResult | EvaluationFailure> =>
  opened().run(async (worker) => {
    const timeMs = Math.min(maxMs, budget?.leftMs() ?? maxMs);
    if (timeMs === 0) return outOfTime;
    // a little more than the interpreter's own limit, because that one knows the line
    const limits = { cpuMs: 1.25 * timeMs + 250, rssBytes: maxRssBytes };
    const outcome = await worker.run({ ...job, timeMs } as Job, limits, requestSignal());
    budget?.spend(outcome.cpuMs);
    const result = resultOf(outcome);
    // one that broke its worker counts as killed
    if (outcome.kind === 'answered' && 'reason' in result && !worker.isUsable) countKill();
    return result;
  });

const broke: EvaluationFailure = { ok: false, reason: 'threw', message: 'The template nests too deeply to be run.' };

/** @throws SERVICE_UNAVAILABLE for a job that ended through no fault of its own. */
const resultOf = (outcome: Outcome<JobAnswer>): JobResult | EvaluationFailure => {
  if (outcome.kind === 'answered') return 'result' in outcome.answer ? outcome.answer.result : broke;
  const { cause, reason } = outcome;
  // a heap that is full aborts its process, and a machine that has no more memory kills it
  if (cause === 'memory' || (cause === 'crashed' && /SIGABRT|SIGKILL/.test(reason))) return outOfMemory;
  if (cause === 'aborted' || cause === 'clock') throw unavailable(reason);
  return cause === 'crashed' ? broke : outOfTime;
};

/**
 * Runs a compiled template in isolation: an interpreter without any access, in a process that is killed when it exceeds its
 * limits. A failing template is an answer.
 *
 * @param budget what the template may use, where several jobs share it.
 * @throws SERVICE_UNAVAILABLE when no worker is free in time; an error when none can be started.
 */
export const evaluate = async (request: EvaluationRequest, budget?: CpuBudget): Promise<Evaluation> =>
  (await run({ kind: 'evaluate', request }, evaluationTimeMs, budget)) as Evaluation;

/**
 * Reads the exports of a template's module (options, defaults) in the same isolation.
 *
 * @param script a draft's `inspectionScript`.
 * @param clock Unix milliseconds that `Date.now()` answers.
 * @throws as `evaluate`.
 */
export const inspect = async (script: string, clock: number, budget?: CpuBudget): Promise<Inspection> =>
  (await run({ kind: 'inspect', script, clock }, evaluationTimeMs, budget)) as Inspection;

/** Analyses a template's source in the same isolation: a parser is as easily kept busy as an interpreter. @throws as `evaluate`. */
export const draft = async (source: string, budget?: CpuBudget): Promise<Draft | EvaluationFailure> =>
  (await run({ kind: 'draft', source }, draftTimeMs, budget)) as Draft | EvaluationFailure;

/** Looks through a sample in the same isolation: its values are the template's, and reading them can be made slow. @throws as `evaluate`. */
export const review = async (request: ReviewRequest, budget?: CpuBudget): Promise<Review | EvaluationFailure> =>
  (await run({ kind: 'review', request }, draftTimeMs, budget)) as Review | EvaluationFailure;

/** Starts the evaluators ahead of the first call. @throws when one cannot be started. */
export const warmEvaluator = (): Promise<void> => opened().warm();

/** Sets how many evaluators there are, and starts them. */
export const resizeEvaluators = (wanted: number): void => {
  void closeEvaluators();
  size = wanted;
  // a caller that needs one gets the error when none can be started
  warmEvaluator().catch(() => {});
};

/** Kills every evaluator and rejects what waits. The next call starts them again. */
export const closeEvaluators = async (): Promise<void> => {
  const closing = pool;
  pool = undefined;
  await closing?.close();
};
