import { harden } from '../worker/hardening.ts';
import { type Served, serve } from '../worker/serve.ts';
import type { Job, JobAnswer } from './messages.ts';
import { evaluateInSandbox, parseInSandbox } from './run-in-sandbox.ts';
import { openSandboxRuntime } from './sandbox-runtime.ts';

/**
 * The process that parses and runs untrusted code. It is started with an empty environment, takes one job at a time, and is
 * killed when it exceeds its limits.
 */

/** A process that holds more bytes after a job is replaced: reading the longest source takes 260 MiB. */
const maxRuntimeBytes = 300 << 20;

const runtime = await openSandboxRuntime();
harden();

/** Loads what a job needs when the first one asks for it: a mint needs neither the parser nor the review. */
const loaded = <M>(module: Promise<M>, onLoaded: () => void): Promise<M> => module.finally(onLoaded);

const getResult = async (job: Job, onLoaded: () => void): Promise<Served<JobAnswer>> => {
  if (job.kind === 'draft') {
    const { draftTemplate } = await loaded(import('../../core/template/render-plan/draft.ts'), onLoaded);
    return { answer: { result: draftTemplate(job.source) }, isExhausted: false };
  }
  if (job.kind === 'review') {
    const { lintTreeRules } = await loaded(import('../../core/template/lint/tree/lint-tree.ts'), onLoaded);
    return { answer: { result: lintTreeRules(job.request) }, isExhausted: false };
  }
  const { result, isExhausted } =
    job.kind === 'inspect'
      ? parseInSandbox(runtime, job.script, job.clock, job.timeMs)
      : evaluateInSandbox(runtime, job.request, job.timeMs);
  return { answer: { result }, isExhausted };
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
