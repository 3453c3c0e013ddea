import { requestSignal } from '../../time-budget.ts';
import { countKill } from '../kills.ts';
import type { CpuBudget } from '../worker/cpu-budget.ts';
import { openPool } from '../worker/pool.ts';
import { unavailable } from '../worker/semaphore.ts';
import type { Outcome } from '../worker/worker.ts';
import { type EvaluationFailure, outOfMemory, outOfTime } from './evaluation.ts';
import type { Job, JobAnswer, JobResult } from './messages.ts';
import { type Evaluator, startEvaluator } from './process.ts';

/** Memory of a worker in bytes: its heap may grow to 256 MiB and the interpreter's memory to 96. */
const maxRssBytes = 448 << 20;

export type EvaluatorResult = JobResult | EvaluationFailure;

/** A job without its limit, which is worked out when it begins. */
export type JobRequest = Job extends infer One ? (One extends Job ? Omit<One, 'timeMs'> : never) : never;

export interface EvaluatorPool {
  /**
   * Runs a job.
   *
   * @param maxMs processor time it may take, in milliseconds; less where less is left of the budget.
   * @throws SERVICE_UNAVAILABLE; the reason why no worker can be started.
   */
  run(job: JobRequest, maxMs: number, budget?: CpuBudget): Promise<EvaluatorResult>;
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Returns a pool of workers that parse and run untrusted code. */
export const openEvaluators = (size: number): EvaluatorPool => {
  const pool = openPool<Evaluator>(startEvaluator, size);
  return {
    run: (job, maxMs, budget) =>
      pool.run(async (worker) => {
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
      }),
    warm: pool.warm,
    close: pool.close,
  };
};

const broke: EvaluationFailure = { ok: false, reason: 'threw', message: 'The template nests too deeply to be run.' };

/** @throws SERVICE_UNAVAILABLE for a job that ended through no fault of its own. */
const resultOf = (outcome: Outcome<JobAnswer>): EvaluatorResult => {
  if (outcome.kind === 'answered') return 'result' in outcome.answer ? outcome.answer.result : broke;
  const { cause, reason } = outcome;
  // a heap that is full aborts its process, and a machine that has no more memory kills it
  if (cause === 'memory' || (cause === 'crashed' && /SIGABRT|SIGKILL/.test(reason))) return outOfMemory;
  if (cause === 'aborted' || cause === 'clock') throw unavailable(reason);
  return cause === 'crashed' ? broke : outOfTime;
};
