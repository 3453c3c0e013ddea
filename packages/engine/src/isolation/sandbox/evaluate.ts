import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TreeLintRequest } from '../../lint/tree/tree-lint.ts';
import type { CaseRequest } from '../../template/edge-cases/case-values.ts';
import { requestSignal } from '../../time-budget.ts';
import { countKill } from '../kills.ts';
import type { CpuBudget } from '../worker/cpu-budget.ts';
import { openPool, unavailable } from '../worker/pool.ts';
import { type Outcome, Worker } from '../worker/worker.ts';
import {
  type Evaluation,
  type EvaluationFailure,
  type EvaluationRequest,
  evaluationTimeMs,
  type Job,
  type JobRequest,
  type JobResult,
  type JobResults,
  outOfMemory,
  outOfTime,
  tooDeep,
} from './evaluation.ts';

/**
 * Limit of processor time for parsing a template's source, in milliseconds. 180,000 characters take a third of it, but
 * for some sources the parser never ends.
 */
const parseTimeMs = 2_000;
/** Limit of a worker's memory in bytes; its heap may grow to 256 MiB and the interpreter's memory to 80 MiB. */
const maxRssBytes = 448 << 20;

// has the extension of this module: `.ts`, or `.mjs` in a bundle
const file = new URL(`./evaluate-child${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

/** Starts a process that parses and runs untrusted code. */
export const startSandbox = () =>
  new Worker<Job, JobResult>({
    file,
    name: 'The sandbox',
    args: [],
    isNative: false,
    heapMib: 256,
    // the interpreter's recursion needs more than the default of 984 KiB; a process has 8 MiB
    flags: ['--stack-size=3900', '--disallow-code-generation-from-strings'],
  });

const pool = openPool(startSandbox);

const run = <Kind extends Job['kind']>(
  job: JobRequest & { readonly kind: Kind },
  maxMs: number,
  budget: CpuBudget | undefined,
): Promise<JobResults[Kind] | EvaluationFailure> =>
  pool.run(async (worker) => {
    const timeMs = Math.min(maxMs, budget?.leftMs() ?? maxMs);
    if (timeMs === 0) return outOfTime;
    // above the interpreter's own limit, whose error has the line
    const limits = { cpuMs: 1.25 * timeMs + 250, rssBytes: maxRssBytes };
    const outcome = await worker.run({ ...job, timeMs }, limits, requestSignal());
    budget?.spend(outcome.cpuMs);
    const result = getResult(outcome);
    // a job that crashed its worker is counted as a kill
    if (outcome.kind === 'answered' && 'reason' in result && !worker.isUsable) countKill();
    return result as JobResults[Kind] | EvaluationFailure;
  });

/**
 * Returns the result of a job.
 *
 * @throws SERVICE_UNAVAILABLE for a job that ended for another reason than its own code
 */
const getResult = (outcome: Outcome<JobResult>): JobResult => {
  if (outcome.kind === 'answered') return outcome.answer;
  const { cause, reason } = outcome;
  // a process with a full heap aborts; a machine without free memory kills it
  if (cause === 'memory' || (cause === 'crashed' && /SIGABRT|SIGKILL/.test(reason))) return outOfMemory;
  if (cause === 'aborted' || cause === 'clock') throw unavailable(reason);
  return cause === 'crashed' ? tooDeep : outOfTime;
};

/** Returns the limit of processor time of template code, in milliseconds. */
const getEvaluationMs = (budget: CpuBudget | undefined): number => budget?.limits.evaluationMs ?? evaluationTimeMs;

/**
 * Evaluates a compiled template in an interpreter without any access, in a process that is killed when it exceeds its
 * limits. The failure of a template is returned.
 *
 * @param budget processor time that several jobs share
 * @throws SERVICE_UNAVAILABLE when no worker is free in time; Error when none can be started
 */
export const evaluate = (request: EvaluationRequest, budget?: CpuBudget): Promise<Evaluation> =>
  run({ kind: 'evaluate', request }, getEvaluationMs(budget), budget);

/**
 * Parses a template's source and evaluates its module for options and defaults. The same isolation applies, because a
 * parser can be attacked like an interpreter.
 *
 * @param clock Unix milliseconds that `Date.now()` returns
 * @throws as `evaluate`
 */
export const readSource = (source: string, clock: number, budget?: CpuBudget) => {
  const evaluationMs = getEvaluationMs(budget);
  return run({ kind: 'read', source, clock, evaluationMs }, parseTimeMs + evaluationMs, budget);
};

/** Applies the lint rules for trees in the same isolation, because values may be slow to read. @throws as `evaluate` */
export const treeLint = (request: TreeLintRequest, budget?: CpuBudget) =>
  run({ kind: 'lint', request }, parseTimeMs, budget);

/** Returns the values of edge cases in the same isolation, because texts may be slow to compare. @throws as `evaluate` */
export const caseValues = (request: CaseRequest, budget?: CpuBudget) =>
  run({ kind: 'cases', request }, parseTimeMs, budget);

/**
 * Returns the names that a module reads and a template does not have (`findMissingNames`). The module is parsed in the same
 * isolation.
 *
 * @returns undefined for a module that takes more time or memory than one may
 * @throws SERVICE_UNAVAILABLE
 */
export const missingNames = async (source: string): Promise<readonly string[] | undefined> => {
  const found = await run({ kind: 'names', source }, parseTimeMs, undefined);
  return 'missing' in found ? found.missing : undefined;
};

/** Starts the sandboxes, or the first `count`, before the first call. @throws Error when one cannot be started */
export const warmSandbox = pool.warm;

/** Sets the number of sandboxes; each starts when a call needs it. */
export const resizeSandboxes = pool.resize;

/** Kills all sandboxes and rejects waiting jobs. The next call starts them again. */
export const closeSandboxes = pool.close;
