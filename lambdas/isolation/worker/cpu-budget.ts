/** Processor time that several jobs share. */
export interface CpuBudget {
  /** Milliseconds left; 0 when it is used up. */
  leftMs(): number;
  /** Subtracts the milliseconds that a job has used. */
  spend(ms: number): void;
}

/**
 * Returns a budget of `totalMs` milliseconds of processor time. Only running jobs use it, not waiting for a worker or
 * starting one.
 */
export const cpuBudget = (totalMs: number): CpuBudget => {
  let spentMs = 0;
  return {
    leftMs: () => Math.max(0, totalMs - spentMs),
    spend: (ms) => {
      spentMs += ms;
    },
  };
};
