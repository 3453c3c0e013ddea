import { lockDown } from '../process/lock-down.ts';
import { type Served, serve } from '../process/serve.ts';
import { evaluateInGuest, inspectInGuest } from './guest.ts';
import { openMachine } from './machine.ts';
import type { Job, JobAnswer } from './messages.ts';

/**
 * The process that runs and reads untrusted code. It is started with an empty environment, told one thing at a time, and
 * killed when it overruns.
 *
 * `process.argv[2]`: `whole` to load the parser and the review while it has nothing else to do, not when a job asks for them.
 */

/** One that has had nothing to do for so long is on no busy machine. Loading takes 250 ms, which would count as a job's own. */
const restMs = 200;
/** A process that holds more after a job is replaced: reading the longest source takes 260 MiB. */
const wornBytes = 300 << 20;

const reading = () => import('../../core/template/render-plan/draft.ts');
const reviewing = () => import('../../core/template/review/review.ts');

const machine = await openMachine();
lockDown();

const resultOf = async (job: Job): Promise<Served<JobAnswer>> => {
  if (job.kind === 'draft') {
    const { draftTemplate } = await reading();
    return { answer: { result: draftTemplate(job.source) }, isWorn: false };
  }
  if (job.kind === 'review') {
    const { reviewTree } = await reviewing();
    return { answer: { result: reviewTree(job.request) }, isWorn: false };
  }
  const { result, isWorn } =
    job.kind === 'inspect'
      ? inspectInGuest(machine, job.script, job.clock, job.timeMs)
      : evaluateInGuest(machine, job.request, job.timeMs);
  return { answer: { result }, isWorn };
};

let loading: NodeJS.Timeout | undefined;
/** Loads what has not been asked for yet when there has been nothing to do for a while. */
const loadAtRest = () => {
  loading = setTimeout(() => void Promise.all([reading(), reviewing()]), restMs).unref();
};
const rest = () => {
  machine.prepare();
  if (process.argv[2] === 'whole') loadAtRest();
};

const work = async (job: Job): Promise<Served<JobAnswer>> => {
  clearTimeout(loading);
  try {
    return await resultOf(job);
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
      return { answer: { broke: String(error) }, isWorn: true };
    throw error;
  }
};

rest();
serve(work, { wornBytes, rest });
