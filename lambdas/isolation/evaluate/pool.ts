import { tellKill } from '../kills.ts';
import type { Outcome } from '../process/isolated-process.ts';
import { type Claim, type Done, openPool } from '../turns/pool.ts';
import type { Sharing } from '../turns/sharing.ts';
import { type EvaluationFailure, outOfMemory, outOfTime } from './evaluation.ts';
import type { Job, JobAnswer, JobResult } from './messages.ts';
import { type EvaluateProcess, startEvaluator } from './process.ts';

/** What takes more of the processor makes room for others: a mint takes 3 ms, a first one 50; reading a template 50, a first one 250. */
const slowMs = { evaluate: 100, inspect: 100, draft: 250, review: 250 } as const;
/** A process that holds more is ended: its heap may grow to 256 MiB and the interpreter's memory to 96. */
const endingRssBytes = 448 << 20;

export type EvaluatorResult = JobResult | EvaluationFailure;

export interface EvaluatorPool {
  run(claim: Pick<Claim, 'account' | 'waitMs'>, job: Job): Promise<EvaluatorResult>;
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Processes that run and read untrusted code, and whose turn it is. */
export const openEvaluators = ({ places, kept, isWhole }: Sharing): EvaluatorPool => {
  // one that takes the place of a process that was ended loads nothing ahead: there may be an attack, and the processor is to rest after it
  let isAhead = isWhole;
  const pool = openPool<EvaluateProcess>({ start: () => startEvaluator(isAhead), places, kept });
  const warm = async () => {
    await pool.warm();
    isAhead = false;
  };
  const run = (claim: Pick<Claim, 'account' | 'waitMs'>, job: Job) =>
    pool.run(
      { ...claim, kind: job.kind, slowMs: slowMs[job.kind] },
      async (process): Promise<Done<EvaluatorResult>> => {
        const outcome = await process.ask(job, allowanceFor(job.timeMs));
        const result = resultOf(outcome);
        const isFailure = 'reason' in result;
        // a broken one is not used again: it counts as killed
        if (isFailure && outcome.kind === 'answered' && !process.isUsable) tellKill();
        const isOverrun = isFailure && (result.reason === 'time' || result.reason === 'memory');
        const isStarved = outcome.kind === 'ended' && outcome.cause === 'clock' && process.spentMs() < slowMs[job.kind];
        return { result, hasOverrun: isOverrun && !isStarved };
      },
    );
  return { run, warm, close: pool.close };
};

/**
 * What a process may take for a job, by the processor time of its untrusted part. A little more, because the interpreter's
 * own clock tells where it was; twice as much on the wall, because others may keep the processor busy.
 */
const allowanceFor = (timeMs: number) => ({
  cpuMs: 1.25 * timeMs + 250,
  wallMs: 2 * timeMs + 250,
  starvedMs: 8_000,
  rssBytes: endingRssBytes,
});

const broke: EvaluationFailure = { ok: false, reason: 'threw', message: 'The template nests too deeply to be run.' };

const resultOf = (outcome: Outcome<JobAnswer>): EvaluatorResult => {
  if (outcome.kind === 'answered') return 'result' in outcome.answer ? outcome.answer.result : broke;
  const { cause, reason } = outcome;
  // a heap that is full aborts its process, and a machine that has no more memory kills it
  if (cause === 'memory' || (cause === 'crashed' && /SIGABRT|SIGKILL/.test(reason))) return outOfMemory;
  return cause === 'crashed' ? broke : outOfTime;
};
