import type { TreeLint, TreeLintRequest } from '../../core/template/lint/tree/tree-lint.ts';
import type { Evaluation, EvaluationRequest, ReadingResult } from './evaluation.ts';

/** A job of the sandbox process, with the processor time that its untrusted part may use, in milliseconds. */
export type Job =
  | { readonly kind: 'evaluate'; readonly request: EvaluationRequest; readonly timeMs: number }
  | { readonly kind: 'read'; readonly source: string; readonly clock: number; readonly timeMs: number }
  | { readonly kind: 'lint'; readonly request: TreeLintRequest; readonly timeMs: number };

export type JobResult = Evaluation | ReadingResult | TreeLint;

/** The answer to a job; `broke` is the error when the job broke the interpreter or the stack. */
export type JobAnswer = { readonly result: JobResult } | { readonly broke: string };
