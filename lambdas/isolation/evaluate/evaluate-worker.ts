import { parentPort } from 'node:worker_threads';
import { evaluateInGuest, inspectInGuest } from './guest.ts';
import { openMachine } from './machine.ts';
import type { Job, WorkerMessage } from './thread.ts';

/**
 * The thread that runs untrusted code: one job at a time, until it is worn out or ended from outside. It is started
 * without environment, arguments and standard input.
 */

// QuickJS reads its time zone through these; templates work in UTC whatever the machine's zone is
const local = Date.prototype as unknown as Record<string, () => number>;
for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds'])
  local[`get${part}`] = local[`getUTC${part}`] as () => number;
local.getTimezoneOffset = () => 0;

const machine = await openMachine();

const answer = async (job: Job): Promise<WorkerMessage> => {
  try {
    if (job.kind === 'draft') {
      const { draftTemplate } = await import('../../core/template/plan/draft.ts');
      return { result: draftTemplate(job.source), isWorn: false };
    }
    if (job.kind === 'review') {
      const { reviewTree } = await import('../../core/template/review/review.ts');
      return { result: reviewTree(job.request), isWorn: false };
    }
    if (job.kind === 'inspect') return inspectInGuest(machine, job.script, job.clock, job.timeMs);
    return evaluateInGuest(machine, job.request, job.timeMs);
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError) return { broke: String(error) };
    throw error;
  }
};

const work = async (job: Job): Promise<void> => {
  const message = await answer(job);
  parentPort?.postMessage(message);
  if ('result' in message && !message.isWorn) machine.prepare();
};

machine.prepare();
parentPort?.on('message', (job: Job) => void work(job));
parentPort?.postMessage({ isReady: true } satisfies WorkerMessage);
