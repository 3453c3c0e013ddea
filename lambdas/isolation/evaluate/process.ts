import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IsolatedProcess } from '../process/isolated-process.ts';
import type { Job, JobAnswer } from './messages.ts';

export type EvaluateProcess = IsolatedProcess<Job, JobAnswer>;

// this module's own extension: `.ts` here, `.mjs` where it is bundled
const file = new URL(`./evaluate-child${extname(fileURLToPath(import.meta.url))}`, import.meta.url);

/**
 * Starts a process that runs and reads untrusted code.
 *
 * @param isWhole it loads the parser and the review while it has nothing else to do, not when a job asks for them.
 */
export const startEvaluator = (isWhole: boolean): EvaluateProcess =>
  new IsolatedProcess({
    file,
    name: 'The evaluator',
    args: isWhole ? ['whole'] : [],
    isNative: false,
    heapMib: 256,
    // 984 KiB are too few for the interpreter's own recursion; a process has 8 MiB
    flags: ['--stack-size=3900', '--disallow-code-generation-from-strings'],
  });
