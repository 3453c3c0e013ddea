import { readdirSync, readFileSync } from 'node:fs';

/** Returns the field of a process's status in /proc; undefined once it has ended. */
const readStatus = (pid: number, field: string): number | undefined => {
  try {
    const [, value] = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return value === undefined ? undefined : Number(value);
  } catch {
    return undefined;
  }
};

/**
 * Returns the resident memory in MiB of a process, and of those that it started, together; undefined where there is no
 * /proc.
 */
export const readMemory = (pid: number): { readonly process: number; readonly workers: number } | undefined => {
  const own = readStatus(pid, 'VmRSS');
  if (own === undefined) return undefined;
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && readStatus(Number(name), 'PPid') === pid,
  );
  const workers = children.reduce((sum, name) => sum + (readStatus(Number(name), 'VmRSS') ?? 0), 0);
  return { process: Math.round(own / 1024), workers: Math.round(workers / 1024) };
};

/** Share by which memory may still grow from the second quarter of a run to its last one. */
const growth = 0.15;

/** Returns whether samples of memory, taken at equal intervals, are on a plateau: too few are none. */
export const isPlateau = (mib: readonly number[]): boolean => {
  const quarter = Math.floor(mib.length / 4);
  if (quarter === 0) return false;
  return Math.max(...mib.slice(-quarter)) <= (1 + growth) * Math.max(...mib.slice(quarter, 2 * quarter));
};
