import { readFileSync } from 'node:fs';

/** What a process has used so far. */
export interface ProcessUse {
  /** Milliseconds of processor time, of all its threads together. */
  readonly cpuMs: number;
  /** Bytes of memory it holds. */
  readonly rssBytes: number;
}

/** Linux counts time in hundredths of a second and memory in pages of 4 KiB, on both processors this runs on. */
const [tickMs, pageBytes] = [10, 4096];

/**
 * Reads what another process has used; undefined where the system does not say (no Linux) or the process is gone.
 * Source: proc(5), `/proc/pid/stat`.
 */
export const processUse = (pid: number): ProcessUse | undefined => {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // the second field is the program's name, which may hold anything; numbers follow its last parenthesis
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks, rssPages] = [11, 12, 21].map((field) => Number(fields[field]));
  return {
    cpuMs: ((userTicks ?? 0) + (systemTicks ?? 0)) * tickMs,
    rssBytes: (rssPages ?? 0) * pageBytes,
  };
};
