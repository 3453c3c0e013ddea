import type { TreeLint, TreeLintRequest } from '../../core/template/lint/tree/tree-lint.ts';
import type { Draft } from '../../core/template/render-plan/draft.ts';
import type { Evaluation, EvaluationRequest, Inspection } from './evaluation.ts';

/** What an evaluating process is told, each with the processor time its untrusted part may take. */
export type Job =
  | { readonly kind: 'evaluate'; readonly request: EvaluationRequest; readonly timeMs: number }
  | { readonly kind: 'inspect'; readonly script: string; readonly clock: number; readonly timeMs: number }
  | { readonly kind: 'draft'; readonly source: string; readonly timeMs: number }
  | { readonly kind: 'review'; readonly request: TreeLintRequest; readonly timeMs: number };

export type JobResult = Evaluation | Inspection | Draft | TreeLint;

/** What it answers; `broke` when the work broke what it ran in. */
export type JobAnswer = { readonly result: JobResult } | { readonly broke: string };
