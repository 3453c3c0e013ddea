import { readdirSync, readFileSync } from 'node:fs';

/** What this process and all below it hold; memory in MiB. */
export interface Held {
  readonly own: number;
  /** Memory of each process below this one. */
  readonly processes: readonly number[];
  /** Open descriptors of all of them together. */
  readonly descriptors: number;
}

const pageBytes = 4_096;
/** Returns what a process holds now; undefined when it is gone. Source: proc(5). */
export const processUse = (pid: number): { readonly rssBytes: number } | undefined => {
  try {
    return { rssBytes: Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes };
  } catch {
    return undefined;
  }
};

const mib = (bytes: number): number => Math.round(bytes / (1 << 20));

/** Processes that a process has started, and those they have. */
export const below = (pid: number): number[] => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const children = threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [child, ...below(child)]);
  } catch {
    // it has just ended
    return [];
  }
};

/** A process and all below it. */
const family = (pid: number): number[] => [pid, ...below(pid)];

/** Memory that a process and all below it hold together, in MiB. */
export const heldBy = (pid: number): number =>
  mib(family(pid).reduce((sum, one) => sum + (processUse(one)?.rssBytes ?? 0), 0));

const tickMs = 10;
/** Processor time of one process, in milliseconds, with that of those it had and that have ended. */
const withEnded = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) * tickMs;
  } catch {
    return 0;
  }
};
/** Processor time, in milliseconds, that a process and all below it have ever spent. */
export const workDoneBy = (pid: number): number => family(pid).reduce((sum, one) => sum + withEnded(one), 0);

/** How many threads of a process and all below it run or wait for a processor now. Source: proc(5). */
export const runningThreads = (pid: number): number =>
  family(pid)
    .flatMap((one) => threadStates(one))
    .filter((state) => state === 'R').length;

const threadStates = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1');
      return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    });
  } catch {
    // it has just ended
    return [];
  }
};

const getDescriptors = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
};

/** Looks at a whole tree of processes. Source: proc(5). */
export const held = (): Held => {
  const pids = below(process.pid);
  return {
    own: mib(process.memoryUsage.rss()),
    processes: pids.map((pid) => mib(processUse(pid)?.rssBytes ?? 0)),
    descriptors: [process.pid, ...pids].reduce((sum, pid) => sum + getDescriptors(pid), 0),
  };
};
