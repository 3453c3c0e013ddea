import type { Draft } from '../../core/template/render-plan/draft.ts';
import type { Review, ReviewRequest } from '../../core/template/review/reviewed.ts';
import { forOneRequest, longestWaitMs, type Sharing } from '../turns/sharing.ts';
import type { Evaluation, EvaluationFailure, EvaluationRequest, Inspection } from './evaluation.ts';
import type { Job } from './messages.ts';
import { type EvaluatorPool, openEvaluators } from './pool.ts';

/** Processor time template code may use, in milliseconds; an answer is there after little more than twice that. */
export const evaluationTimeMs = 1_000;
/** Time to read a template's source: 180,000 honest characters take a third, but some sources take a parser for ever. */
export const draftTimeMs = 2_000;

/** Whose work it is, and the processor time it may use where that is less than usual. */
export interface WorkFor {
  readonly account: string;
  readonly timeMs?: number;
}

let sharing = forOneRequest;
let pool: EvaluatorPool | undefined;
const opened = (): EvaluatorPool => (pool ??= openEvaluators(sharing));
const run = (account: string, job: Job) => opened().run({ account, waitMs: longestWaitMs }, job);

/**
 * Runs a compiled template in isolation: an interpreter without any access, in a process that is killed when it overruns.
 * A failing template is an answer; this rejects only when no evaluator can be started, the pool is closed, or the request
 * has no time left.
 */
export const evaluate = async (
  request: EvaluationRequest,
  { account, timeMs = evaluationTimeMs }: WorkFor,
): Promise<Evaluation> => (await run(account, { kind: 'evaluate', request, timeMs })) as Evaluation;

/**
 * Reads the exports of a template's module (options, defaults) in the same isolation.
 *
 * @param script a draft's `inspectionScript`.
 * @param clock Unix milliseconds that `Date.now()` answers.
 */
export const inspect = async (
  script: string,
  clock: number,
  { account, timeMs = evaluationTimeMs }: WorkFor,
): Promise<Inspection> => (await run(account, { kind: 'inspect', script, clock, timeMs })) as Inspection;

/** Analyses a template's source in the same isolation: a parser is as easily kept busy as an interpreter. */
export const draft = async (
  source: string,
  { account, timeMs = draftTimeMs }: WorkFor,
): Promise<Draft | EvaluationFailure> =>
  (await run(account, { kind: 'draft', source, timeMs })) as Draft | EvaluationFailure;

/** Looks through a sample in the same isolation: its values are the template's, and reading them can be made slow. */
export const review = async (
  request: ReviewRequest,
  { account, timeMs = draftTimeMs }: WorkFor,
): Promise<Review | EvaluationFailure> =>
  (await run(account, { kind: 'review', request, timeMs })) as Review | EvaluationFailure;

/** Starts the evaluators ahead of the first call. */
export const warmEvaluator = (): Promise<void> => opened().warm();

/** Changes how evaluators are shared, and starts them. */
export const shareEvaluators = (wanted: Sharing): void => {
  void closeEvaluators();
  sharing = wanted;
  // a caller that needs one gets the error when none can be started
  warmEvaluator().catch(() => {});
};

/** Ends every evaluator and rejects what waits. The next call starts them again. */
export const closeEvaluators = async (): Promise<void> => {
  const closing = pool;
  pool = undefined;
  await closing?.close();
};
