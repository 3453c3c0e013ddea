import type { TreeLint, TreeLintRequest } from '../../core/template/lint/tree/tree-lint.ts';
import type { Evaluation, EvaluationRequest, ReadingResult } from './evaluation.ts';

/** A job of the sandbox process. `timeMs` limits the processor time of its untrusted part. */
export type Job =
  | { readonly kind: 'evaluate'; readonly request: EvaluationRequest; readonly timeMs: number }
  | { readonly kind: 'read'; readonly source: string; readonly clock: number; readonly timeMs: number }
  | { readonly kind: 'lint'; readonly request: TreeLintRequest; readonly timeMs: number };

export type JobResult = Evaluation | ReadingResult | TreeLint;

/** The response to a job; `broke` is the error of a job that broke the interpreter or the stack. */
export type JobAnswer = { readonly result: JobResult } | { readonly broke: string };
