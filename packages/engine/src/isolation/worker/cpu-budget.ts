/** Limits of single jobs, in place of the usual ones. */
export interface OwnLimits {
  /** Processor time of template code in milliseconds. */
  readonly evaluationMs?: number;
  /** Processor time of one image in milliseconds. */
  readonly renderMs?: number;
  /** Resident memory of a render worker. */
  readonly renderBytes?: number;
}

/**
 * Returns a budget of `totalMs` milliseconds of processor time that several jobs share. Only running jobs use it, not
 * starting or waiting for a worker.
 */
export const cpuBudget = (totalMs: number, limits: OwnLimits = {}) => {
  let spentMs = 0;
  return {
    limits,
    /** Returns the remaining milliseconds, at least 0. */
    leftMs: (): number => Math.max(0, totalMs - spentMs),
    /** Subtracts the milliseconds that a job has used. */
    spend: (ms: number): void => {
      spentMs += ms;
    },
  };
};
export type CpuBudget = ReturnType<typeof cpuBudget>;
