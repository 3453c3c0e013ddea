import type { Draft } from '../../core/template/render-plan/draft.ts';
import type { Review, ReviewRequest } from '../../core/template/review/reviewed.ts';
import type { CpuBudget } from '../worker/cpu-budget.ts';
import type { Evaluation, EvaluationFailure, EvaluationRequest, Inspection } from './evaluation.ts';
import { type EvaluatorPool, type JobRequest, openEvaluators } from './pool.ts';

/** Processor time template code may use, in milliseconds. */
export const evaluationTimeMs = 1_000;
/** Processor time to read a template's source: 180,000 honest characters take a third, but some sources take a parser for ever. */
export const draftTimeMs = 2_000;

/** A function's instance answers one request at a time and has one processor. */
let size = 1;
let pool: EvaluatorPool | undefined;
const opened = (): EvaluatorPool => (pool ??= openEvaluators(size));
const run = (job: JobRequest, maxMs: number, budget: CpuBudget | undefined) => opened().run(job, maxMs, budget);

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
