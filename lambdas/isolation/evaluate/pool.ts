import { sha256Hex } from '../../core/hash.ts';
import { timeBudget } from '../../time-budget.ts';
import { type Finished, type Job, startThread, type Thread } from './thread.ts';

/** Jobs under way at once. */
const concurrency = 2;
/** Threads kept ready: one more, so that a lost one is replaced without a wait. */
const kept = concurrency + 1;
/** Longest wait for a free thread; only a flood of suspects makes anybody wait so long. */
const waitMs = 20_000;
/** Scripts remembered for having used up their time. */
const remembered = 200;

const closed = 'The evaluator was closed.';
const late = 'No evaluator became free in time.';

interface Waiting {
  readonly job: Job;
  /** Hash of the code it runs. */
  readonly code: string;
  readonly resolve: (result: Finished['result']) => void;
  readonly reject: (error: unknown) => void;
  timer: NodeJS.Timeout | undefined;
}

export interface Pool {
  run(job: Job): Promise<Finished['result']>;
  /** Starts the threads and waits until each is ready. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

const codeOf = (job: Job): string => {
  if (job.kind === 'evaluate') return job.request.script;
  if (job.kind === 'review') return job.request.source;
  return job.kind === 'inspect' ? job.script : job.source;
};

/**
 * A few threads and a queue. A script that once used up its time is a suspect: it waits until nobody else does, and
 * never holds more than one thread, so that asking for it again and again keeps nobody waiting.
 */
export const openPool = (): Pool => {
  let idle: Thread[] = [];
  const busy = new Map<Thread, Waiting>();
  const suspects = new Set<string>();
  let waiting: Waiting[] = [];
  let isClosed = false;
  const isSuspect = ({ code }: Waiting) => suspects.has(code);

  const refill = () => {
    if (isClosed) return;
    idle = idle.filter((thread) => thread.isAlive());
    while (idle.length + busy.size < kept) idle.push(startThread());
  };
  const takeNext = (): Waiting | undefined => {
    const mayTakeSuspect = ![...busy.values()].some(isSuspect);
    const next = waiting.find((entry) => !isSuspect(entry)) ?? (mayTakeSuspect ? waiting[0] : undefined);
    if (next) drop(next);
    return next;
  };
  const drop = (entry: Waiting) => {
    clearTimeout(entry.timer);
    waiting = waiting.filter((other) => other !== entry);
  };
  const giveUp = (entry: Waiting) => {
    if (!waiting.includes(entry)) return;
    drop(entry);
    entry.reject(new Error(late));
  };
  const suspect = ({ code }: Waiting) => {
    if (suspects.size >= remembered) suspects.clear();
    suspects.add(code);
  };

  const work = async (thread: Thread, next: Waiting) => {
    busy.set(thread, next);
    try {
      const { result, isGone } = await thread.run(next.job);
      if (!isGone) idle.push(thread);
      if ('reason' in result && result.reason === 'time') suspect(next);
      if (isClosed) next.reject(new Error(closed));
      else next.resolve(result);
    } catch (error) {
      next.reject(error);
    } finally {
      busy.delete(thread);
      dispatch();
    }
  };

  const dispatch = () => {
    refill();
    while (busy.size < concurrency) {
      const next = takeNext();
      const thread = next && idle.shift();
      if (!thread) return;
      void work(thread, next);
    }
  };

  const run = (job: Job) =>
    new Promise<Finished['result']>((resolve, reject) => {
      const budget = timeBudget();
      if (budget?.aborted) return reject(new Error(late));
      const entry: Waiting = {
        job,
        code: sha256Hex(codeOf(job)),
        resolve,
        reject,
        timer: undefined,
      };
      waiting.push(entry);
      dispatch();
      if (!waiting.includes(entry)) return;
      entry.timer = setTimeout(() => giveUp(entry), waitMs);
      budget?.addEventListener('abort', () => giveUp(entry), { once: true });
    });

  const warm = async () => {
    refill();
    await Promise.all(idle.map((thread) => thread.ready()));
  };

  const close = async () => {
    isClosed = true;
    const left = [...idle.splice(0), ...busy.keys()];
    for (const entry of waiting) {
      drop(entry);
      entry.reject(new Error(closed));
    }
    await Promise.all(left.map((thread) => thread.close()));
  };
  return { run, warm, close };
};
