import type { ParsedSource } from '../../core/template/render-plan/draft.ts';
import { harden } from '../worker/hardening.ts';
import { type Served, serve } from '../worker/serve.ts';
import { evaluationTimeMs } from './evaluation.ts';
import type { Job, JobAnswer } from './messages.ts';
import { evaluateInSandbox, inspectInSandbox } from './run-in-sandbox.ts';
import { openSandboxRuntime } from './sandbox-runtime.ts';

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

const getResult = async (job: Job, onLoaded: () => void): Promise<Served<JobAnswer>> => {
  if (job.kind === 'read') {
    const { parseTemplateSource } = await loaded(import('../../core/template/render-plan/draft.ts'), onLoaded);
    return readSource(job, parseTemplateSource(job.source));
  }
  if (job.kind === 'lint') {
    const { lintTreeRules } = await loaded(import('../../core/template/lint/tree/lint-tree.ts'), onLoaded);
    return { answer: { result: lintTreeRules(job.request) }, isExhausted: false };
  }
  const { result, isExhausted } = evaluateInSandbox(runtime, job.request, job.timeMs);
  return { answer: { result }, isExhausted };
};

const readSource = ({ clock, timeMs }: Extract<Job, { kind: 'read' }>, drafted: ParsedSource): Served<JobAnswer> => {
  if (!drafted.ok) return { answer: { result: drafted }, isExhausted: false };
  const { inspectionScript, ...draft } = drafted;
  const { result, isExhausted } = inspectInSandbox(
    runtime,
    inspectionScript,
    clock,
    Math.min(timeMs, evaluationTimeMs),
  );
  return { answer: { result: { ok: true, draft, inspection: result } }, isExhausted };
};

const work = async (job: Job, onLoaded: () => void): Promise<Served<JobAnswer>> => {
  try {
    return await getResult(job, onLoaded);
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
      return { answer: { broke: String(error) }, isExhausted: true };
    throw error;
  }
};

runtime.prepare();
serve(work, { maxRuntimeBytes, rest: runtime.prepare });
