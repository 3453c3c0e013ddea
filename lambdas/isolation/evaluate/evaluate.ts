import type { Draft } from '../../core/template/plan/draft.ts';
import type { Review, ReviewRequest } from '../../core/template/review/reviewed.ts';
import type { Evaluation, EvaluationFailure, EvaluationRequest, Inspection } from './evaluation.ts';
import { openPool, type Pool } from './pool.ts';

/** Processor time template code may use, in milliseconds; an answer is there after little more than twice that. */
export const evaluationTimeMs = 1_000;
/** Time to read a template's source: 180,000 honest characters take a fraction, but some sources take a parser for ever. */
export const draftTimeMs = 2_000;

let pool: Pool | undefined;
const opened = (): Pool => (pool ??= openPool());

/**
 * Runs a compiled template in isolation: an interpreter without any access, in a thread that is ended when it
 * overruns. A template that fails is an answer; this rejects only when no evaluator can be started, it was closed, or the
 * request it is for has no time left.
 */
export const evaluate = async (request: EvaluationRequest, timeMs = evaluationTimeMs): Promise<Evaluation> =>
  (await opened().run({ kind: 'evaluate', request, timeMs })) as Evaluation;

/**
 * Reads what a template's module says of itself, in the same isolation.
 *
 * @param script a draft's `inspectionScript`.
 * @param clock Unix milliseconds that `Date.now()` answers.
 */
export const inspect = async (script: string, clock: number, timeMs = evaluationTimeMs): Promise<Inspection> =>
  (await opened().run({ kind: 'inspect', script, clock, timeMs })) as Inspection;

/** Analyses a template's source in the same isolation: a parser is as easily kept busy as an interpreter. */
export const draft = async (source: string): Promise<Draft | EvaluationFailure> =>
  (await opened().run({ kind: 'draft', source, timeMs: draftTimeMs })) as Draft | EvaluationFailure;

/** Looks through a sample in the same isolation: its values are the template's, and reading them can be made slow. */
export const review = async (request: ReviewRequest, timeMs = draftTimeMs): Promise<Review | EvaluationFailure> =>
  (await opened().run({ kind: 'review', request, timeMs })) as Review | EvaluationFailure;

/** Starts the evaluators ahead of the first call. */
export const warmEvaluator = (): Promise<void> => opened().warm();

/** Ends every evaluator; whatever waits is refused. The next call starts them again. */
export const closeEvaluators = async (): Promise<void> => {
  const closing = pool;
  pool = undefined;
  await closing?.close();
};
