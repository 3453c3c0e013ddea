/** Processor time that several jobs share. */
export interface CpuBudget {
  /** Remaining milliseconds, at least 0. */
  leftMs(): number;
  /** Subtracts the milliseconds that a job has used. */
  spend(ms: number): void;
}

/**
 * Returns a budget of `totalMs` milliseconds of processor time. Only running jobs use it, not starting or waiting for a
 * worker.
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
