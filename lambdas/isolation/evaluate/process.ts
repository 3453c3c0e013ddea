import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from '../worker/worker.ts';
import type { Job, JobAnswer } from './messages.ts';

export type Evaluator = Worker<Job, JobAnswer>;

// this module's own extension: `.ts` here, `.mjs` where it is bundled
const file = new URL(`./evaluate-child${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

/** Starts a process that parses and runs untrusted code. */
export const startEvaluator = (): Evaluator =>
  new Worker({
    file,
    name: 'The evaluator',
    args: [],
    isNative: false,
    heapMib: 256,
    // 984 KiB are too few for the interpreter's own recursion; a process has 8 MiB
    flags: ['--stack-size=3900', '--disallow-code-generation-from-strings'],
  });
