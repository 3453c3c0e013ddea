import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TreeLint, TreeLintRequest } from '../../core/template/lint/tree/tree-lint.ts';
import { requestSignal } from '../../runtime/time-budget.ts';
import { countKill } from '../kills.ts';
import type { CpuBudget } from '../worker/cpu-budget.ts';
import { openPool, unavailable } from '../worker/pool.ts';
import { type Outcome, Worker } from '../worker/worker.ts';
import {
  type Evaluation,
  type EvaluationFailure,
  type EvaluationRequest,
  evaluationTimeMs,
  outOfMemory,
  outOfTime,
  type ReadingResult,
} from './evaluation.ts';
import type { Job, JobAnswer, JobResult } from './messages.ts';

/** Processor time to parse a template's source: 180,000 characters take a third of it, but some sources keep a parser busy for ever. */
const parseTimeMs = 2_000;
/** Memory of a worker in bytes: its heap may grow to 256 MiB and the interpreter's memory to 96. */
const maxRssBytes = 448 << 20;

// this module's own extension: `.ts` here, `.mjs` where it is bundled
const file = new URL(`./evaluate-child${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

/** Starts a process that parses and runs untrusted code. */
export const startSandbox = () =>
  new Worker<Job, JobAnswer>({
    file,
    name: 'The sandbox',
    args: [],
    isNative: false,
    heapMib: 256,
    // 984 KiB are too few for the interpreter's own recursion; a process has 8 MiB
    flags: ['--stack-size=3900', '--disallow-code-generation-from-strings'],
  });

const pool = openPool(startSandbox);

/** A job without its limit, which is worked out when it begins. */
type JobRequest = Job extends infer One ? (One extends Job ? Omit<One, 'timeMs'> : never) : never;

const run = (job: JobRequest, maxMs: number, budget: CpuBudget | undefined): Promise<JobResult | EvaluationFailure> =>
  pool.run(async (worker) => {
    const timeMs = Math.min(maxMs, budget?.leftMs() ?? maxMs);
    if (timeMs === 0) return outOfTime;
    // a little more than the interpreter's own limit, because that one knows the line
    const limits = { cpuMs: 1.25 * timeMs + 250, rssBytes: maxRssBytes };
    const outcome = await worker.run({ ...job, timeMs } as Job, limits, requestSignal());
    budget?.spend(outcome.cpuMs);
    const result = getResult(outcome);
    // one that broke its worker counts as killed
    if (outcome.kind === 'answered' && 'reason' in result && !worker.isUsable) countKill();
    return result;
  });

const broke: EvaluationFailure = { ok: false, reason: 'threw', message: 'The template nests too deeply to be run.' };

/** @throws SERVICE_UNAVAILABLE for a job that ended through no fault of its own. */
const getResult = (outcome: Outcome<JobAnswer>): JobResult | EvaluationFailure => {
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
 * Parses a template's source and runs its module for options and defaults, in the same isolation: a parser is as easily kept
 * busy as an interpreter.
 *
 * @param clock Unix milliseconds that `Date.now()` answers.
 * @throws as `evaluate`.
 */
export const readSource = async (
  source: string,
  clock: number,
  budget?: CpuBudget,
): Promise<ReadingResult | EvaluationFailure> =>
  (await run({ kind: 'read', source, clock }, parseTimeMs + evaluationTimeMs, budget)) as
    | ReadingResult
    | EvaluationFailure;

/** Applies the rules about a tree in the same isolation: its values are the template's, and can be slow to read. @throws as `evaluate`. */
export const treeLint = async (request: TreeLintRequest, budget?: CpuBudget): Promise<TreeLint | EvaluationFailure> =>
  (await run({ kind: 'lint', request }, parseTimeMs, budget)) as TreeLint | EvaluationFailure;

/** Starts the sandboxes ahead of the first call. @throws when one cannot be started. */
export const warmSandbox = pool.warm;

/** Sets how many sandboxes there are, and starts them. */
export const resizeSandboxes = pool.resize;

/** Kills every sandbox and rejects what waits. The next call starts them again. */
export const closeSandboxes = pool.close;
