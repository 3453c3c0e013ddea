import { harden } from '../worker/hardening.ts';
import { type Served, serve } from '../worker/serve.ts';
import { evaluateInGuest, inspectInGuest } from './guest.ts';
import { openMachine } from './machine.ts';
import type { Job, JobAnswer } from './messages.ts';

/**
 * The process that parses and runs untrusted code. It is started with an empty environment, takes one job at a time, and is
 * killed when it exceeds its limits.
 */

/** A process that holds more bytes after a job is replaced: reading the longest source takes 260 MiB. */
const wornBytes = 300 << 20;

const machine = await openMachine();
harden();

/** Loads what a job needs when the first one asks for it: a mint needs neither the parser nor the review. */
const loaded = <M>(module: Promise<M>, onLoaded: () => void): Promise<M> => module.finally(onLoaded);

const resultOf = async (job: Job, onLoaded: () => void): Promise<Served<JobAnswer>> => {
  if (job.kind === 'draft') {
    const { draftTemplate } = await loaded(import('../../core/template/render-plan/draft.ts'), onLoaded);
    return { answer: { result: draftTemplate(job.source) }, isWorn: false };
  }
  if (job.kind === 'review') {
    const { reviewTree } = await loaded(import('../../core/template/review/review.ts'), onLoaded);
    return { answer: { result: reviewTree(job.request) }, isWorn: false };
  }
  const { result, isWorn } =
    job.kind === 'inspect'
      ? inspectInGuest(machine, job.script, job.clock, job.timeMs)
      : evaluateInGuest(machine, job.request, job.timeMs);
  return { answer: { result }, isWorn };
};

const work = async (job: Job, onLoaded: () => void): Promise<Served<JobAnswer>> => {
  try {
    return await resultOf(job, onLoaded);
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
      return { answer: { broke: String(error) }, isWorn: true };
    throw error;
  }
};

machine.prepare();
serve(work, { wornBytes, rest: machine.prepare });
