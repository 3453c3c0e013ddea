import type { ParsedSource } from '../../template/render-plan/draft.ts';
import { harden } from '../worker/hardening.ts';
import { type Served, serve } from '../worker/serve.ts';
import { type Job, type JobResult, outOfTime, tooDeep } from './evaluation.ts';
import { findOptional } from './optional-variables.ts';
import { evaluateInSandbox, inspectInSandbox } from './run-in-sandbox.ts';
import { openSandboxRuntime, threadTime } from './sandbox-runtime.ts';

/**
 * Main module of the sandbox worker, which parses and runs untrusted code. It runs with an empty environment, one job
 * at a time, and is killed when it exceeds its limits.
 */

/** Resident memory in bytes above which a worker is replaced after a job. Parsing the longest source takes 260 MiB. */
const maxRuntimeBytes = 300 << 20;

const runtime = await openSandboxRuntime();
harden();

/** Awaits a module that the first job needs. Imported on demand: minting needs neither parser nor lint rules. */
const loaded = <M>(module: Promise<M>, onLoaded: () => void): Promise<M> => module.finally(onLoaded);

const getResult = async (job: Job, onLoaded: () => void): Promise<Served<JobResult>> => {
  if (job.kind === 'evaluate') return evaluateInSandbox(runtime, job.request, job.timeMs);
  if (job.kind === 'lint') {
    const { lintTreeRules } = await loaded(import('../../lint/tree/lint-tree.ts'), onLoaded);
    return { answer: lintTreeRules(job.request), isExhausted: false };
  }
  if (job.kind === 'cases') {
    const { getCaseValues } = await loaded(import('../../template/edge-cases/case-values.ts'), onLoaded);
    return { answer: getCaseValues(job.request), isExhausted: false };
  }
  if (job.kind === 'names') {
    const { findMissingNames } = await loaded(import('../../lint/source/missing-names.ts'), onLoaded);
    return { answer: { missing: findMissingNames(job.source) }, isExhausted: false };
  }
  const { parseTemplateSource } = await loaded(import('../../template/render-plan/draft.ts'), onLoaded);
  const timeMs = Math.min(job.timeMs, job.evaluationMs);
  const first = parseTemplateSource(job.source);
  const { optional, wasExhausted } = tryOptional(first, job.clock, timeMs);
  const drafted = optional.size > 0 ? parseTemplateSource(job.source, optional) : first;
  if (!drafted.ok) return { answer: drafted, isExhausted: false };
  const { inspectionScript, mayLack: _, ...draft } = drafted;
  const { answer: inspection, isExhausted } = inspectInSandbox(runtime, inspectionScript, job.clock, timeMs);
  return { answer: { ok: true, draft, inspection }, isExhausted: isExhausted || wasExhausted };
};

/** Runs an imported template for its optional variables. A run that exhausts the runtime is the last one. */
const tryOptional = (draft: ParsedSource, clock: number, timeMs: number) => {
  const deadline = threadTime() + timeMs;
  let wasExhausted = false;
  const optional = findOptional(draft, (script, variables) => {
    const left = deadline - threadTime();
    if (wasExhausted || left <= 0) return outOfTime;
    const served = evaluateInSandbox(runtime, { script, hasPositions: true, clock, seed: '', variables }, left);
    wasExhausted = served.isExhausted;
    return served.answer;
  });
  return { optional, wasExhausted };
};

const work = async (job: Job, onLoaded: () => void): Promise<Served<JobResult>> => {
  try {
    return await getResult(job, onLoaded);
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
      return { answer: tooDeep, isExhausted: true };
    throw error;
  }
};

runtime.prepare();
serve(work, { maxRuntimeBytes, rest: runtime.prepare });
