/** Processor time that several jobs share. */
export interface CpuBudget {
  /** Milliseconds left; 0 when it is used up. */
  leftMs(): number;
  /** Takes milliseconds that a job has used. */
  spend(ms: number): void;
}

/**
 * Returns a budget of so many milliseconds. Only the jobs themselves spend it: waiting for a worker, starting one and a busy
 * machine cost nothing.
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
