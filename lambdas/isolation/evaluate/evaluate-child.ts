import { lockDown } from '../process/lock-down.ts';
import { type Served, serve } from '../process/serve.ts';
import { evaluateInGuest, inspectInGuest } from './guest.ts';
import { openMachine } from './machine.ts';
import type { Job, JobAnswer } from './messages.ts';

/**
 * The process that runs and reads untrusted code. It is started with an empty environment, told one thing at a time, and
 * killed when it overruns.
 */

/** A process that holds more after a job is replaced: reading the longest source takes 260 MiB. */
const wornBytes = 300 << 20;

const machine = await openMachine();
lockDown();

const resultOf = async (job: Job): Promise<Served<JobAnswer>> => {
  if (job.kind === 'draft') {
    const { draftTemplate } = await import('../../core/template/plan/draft.ts');
    return { answer: { result: draftTemplate(job.source) }, isWorn: false };
  }
  if (job.kind === 'review') {
    const { reviewTree } = await import('../../core/template/review/review.ts');
    return { answer: { result: reviewTree(job.request) }, isWorn: false };
  }
  const { result, isWorn } =
    job.kind === 'inspect'
      ? inspectInGuest(machine, job.script, job.clock, job.timeMs)
      : evaluateInGuest(machine, job.request, job.timeMs);
  return { answer: { result }, isWorn };
};

const work = async (job: Job): Promise<Served<JobAnswer>> => {
  try {
    return await resultOf(job);
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
      return { answer: { broke: String(error) }, isWorn: true };
    throw error;
  }
};

machine.prepare();
serve(work, { wornBytes, rest: () => machine.prepare() });
