import type { ProcessUse } from './process-use.ts';

/** What one piece of untrusted work may take. */
export interface Allowance {
  /** Milliseconds of processor time: independent of how busy the machine is. */
  readonly cpuMs: number;
  /** Milliseconds of elapsed time, unless the machine is too busy to give it a third of a processor. */
  readonly wallMs: number;
  /** Milliseconds of elapsed time, however busy the machine is. */
  readonly starvedMs: number;
  /** Bytes of memory its process may hold: native memory knows no other limit. */
  readonly rssBytes: number;
}

/** The parts of an allowance that can be used up. */
export type UsedUp = 'memory' | 'processor' | 'clock';
export const usedUpKinds: ReadonlySet<string> = new Set<UsedUp>(['memory', 'processor', 'clock']);

/** Milliseconds of processor time between two looks at a process; undefined where the system does not say. */
export const spentSince = (before: ProcessUse | undefined, now: ProcessUse | undefined): number | undefined =>
  before && now && now.cpuMs - before.cpuMs;

/** Which part of its allowance a piece of work has used up, with a sentence that says so; undefined when none. */
export const usedUp = (
  allowance: Allowance,
  wallMs: number,
  before: ProcessUse | undefined,
  now: ProcessUse | undefined,
): { readonly cause: UsedUp; readonly reason: string } | undefined => {
  const { cpuMs, wallMs: allowedMs, starvedMs, rssBytes } = allowance;
  const usedMs = spentSince(before, now) ?? wallMs;
  if (now && now.rssBytes > rssBytes) return { cause: 'memory', reason: `more than ${rssBytes >> 20} MiB of memory` };
  if (usedMs > cpuMs) return { cause: 'processor', reason: `more than ${cpuMs} ms of processor time` };
  const isStarved = usedMs < wallMs / 3;
  return wallMs > (isStarved ? starvedMs : allowedMs) ? { cause: 'clock', reason: 'it takes too long' } : undefined;
};
