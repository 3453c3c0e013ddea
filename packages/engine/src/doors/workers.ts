/** A door: the worker processes, and the limits of a job's time and memory. */
export { onKill } from '../isolation/kills.ts';
export { closeRenderWorkers, resizeRenderWorkers, warmRenderWorker } from '../isolation/render/render.ts';
export { closeSandboxes, missingNames, resizeSandboxes, warmSandbox } from '../isolation/sandbox/evaluate.ts';
export { shareWorkers } from '../isolation/shared-workers.ts';
export { type CpuBudget, cpuBudget } from '../isolation/worker/cpu-budget.ts';
export { openSemaphore } from '../isolation/worker/pool.ts';
export { cleanup } from '../isolation/worker/serve.ts';
export { orRequestEnds, requestSignal, type SharedTime, sharedTime, withinBudget } from '../time-budget.ts';
