import type { TreeLint, TreeLintRequest } from '../../core/template/lint/tree/tree-lint.ts';
import type { Evaluation, EvaluationRequest, ReadingResult } from './evaluation.ts';

/** A job of the sandbox process, with the processor time that its untrusted part may use, in milliseconds. */
export type Job =
  | { readonly kind: 'evaluate'; readonly request: EvaluationRequest; readonly timeMs: number }
  | { readonly kind: 'read'; readonly source: string; readonly clock: number; readonly timeMs: number }
  | { readonly kind: 'lint'; readonly request: TreeLintRequest; readonly timeMs: number };

export type JobResult = Evaluation | ReadingResult | TreeLint;

/** What it answers; `broke` when the work broke what it ran in. */
export type JobAnswer = { readonly result: JobResult } | { readonly broke: string };
