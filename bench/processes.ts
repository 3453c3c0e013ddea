import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a running process in megabytes, from `/proc` (Linux only). */
export interface ProcessMemory {
  readonly pid: number;
  readonly command: string;
  readonly now: number;
  readonly peak: number;
}

/** Returns the memory of a process and its descendants. */
export const memoryOfFamily = (root: number): ProcessMemory[] => {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = readIfThere(`/proc/${entry}/stat`);
    if (stat !== undefined) parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isOfFamily = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isOfFamily(parents.get(pid)));
  return [...parents.keys()].filter(isOfFamily).map((pid) => {
    const status = readIfThere(`/proc/${pid}/status`) ?? '';
    const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
    const command = (readIfThere(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ');
    return { pid, command, now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
  });
};

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
