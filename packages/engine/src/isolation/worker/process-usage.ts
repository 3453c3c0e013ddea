import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Resources that a process has used so far. */
export interface ProcessUsage {
  /** Processor time of all threads in milliseconds. */
  readonly cpuMs: number;
  /** Resident memory in bytes. */
  readonly rssBytes: number;
}

/** Linux counts time in hundredths of a second and memory in pages of 4 KiB, on x86 and ARM. */
const [tickMs, pageBytes] = [10, 4096];

/** Parses proc(5), `/proc/PID/stat`. */
const parseStat = (stat: string): ProcessUsage => {
  // the second field, the program's name, may contain anything; numbers follow its last parenthesis
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks = 0, systemTicks = 0, rssPages = 0] = [11, 12, 21].map((field) => Number(fields[field]));
  return { cpuMs: (userTicks + systemTicks) * tickMs, rssBytes: rssPages * pageBytes };
};

/** Parses the output of `ps -o rss=,time=`: kibibytes, and `[[DD-]HH:]MM:SS[.hh]`. */
export const parsePs = (line: string): ProcessUsage => {
  const [, kib, days = 0, clock] = /^\s*(\d+)\s+(?:(\d+)-)?([\d:.]+)\s*$/.exec(line) ?? [];
  if (kib === undefined || clock === undefined) throw new Error(`ps printed ${JSON.stringify(line)}.`);
  const seconds = clock.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
  return { cpuMs: Math.round((Number(days) * 86_400 + seconds) * 1_000), rssBytes: Number(kib) * 1_024 };
};

/**
 * Returns the resources that another process has used.
 *
 * @throws Error when they are unavailable, for example because the process has ended; always on Windows
 */
export const readProcessUsage = async (pid: number): Promise<ProcessUsage> =>
  process.platform === 'linux'
    ? parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    : parsePs((await promisify(execFile)('ps', ['-o', 'rss=,time=', '-p', String(pid)])).stdout);

/** Whether this operating system reports the usage of another process. */
export const canReadUsage: boolean = process.platform !== 'win32';
