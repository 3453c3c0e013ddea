import type { Diagnostic } from '../../diagnostics/diagnostics.ts';
import type { OverLimit } from '../../diagnostics/over-limit.ts';
import type { Json } from '../../json.ts';
import type { TreeLint, TreeLintRequest } from '../../lint/tree/tree-lint.ts';
import type { CaseRequest, CaseValues } from '../../template/edge-cases/case-values.ts';
import type { ValidSource } from '../../template/render-plan/draft.ts';
import type { VElement } from '../../vnode/vnode.ts';

/** Limit of processor time of template code, in milliseconds. */
export const evaluationTimeMs = 1_000;

/** Code to run in isolation, with its input. */
export interface EvaluationRequest {
  /** A render plan's script. */
  readonly script: string;
  /** Values for the component's props. */
  readonly variables: Readonly<Record<string, Json>>;
  /** Unix milliseconds that `Date.now()` returns in the template: the start of the UTC day. */
  readonly clock: number;
  /** Whether Tailwind's base styles apply to the tree. @default false */
  readonly preflight?: boolean | undefined;
  /** Seeds `Math.random()`. */
  readonly seed: string;
  /**
   * Text by name for variables of unknown shape: their values can be read, called and iterated in any way, and convert
   * to this text. For sample values only, never for a delivered image.
   */
  readonly anyShapes?: Readonly<Record<string, string>>;
  /** Whether elements of the tree get their source position from the script. @default false */
  readonly hasPositions?: boolean;
}

/** Why a template returned no tree. Positions are those of the template's source, from 1. */
export interface EvaluationFailure {
  readonly ok: false;
  readonly reason: 'threw' | 'time' | 'memory' | 'size';
  /** For the template's author; reveals nothing about the host. `describeFailure` adds the position. */
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** Returns the limit that a failure is about; undefined for a template that threw. */
export const getOverLimit = ({ reason, message }: EvaluationFailure): OverLimit | undefined =>
  reason === 'threw' ? undefined : { limit: reason === 'time' ? 'processor time' : reason, message };

export interface EvaluationSuccess {
  readonly ok: true;
  readonly tree: VElement;
  /** Whether the template read the clock; if so, the day is part of the render version. */
  readonly consultsClock: boolean;
}

export type Evaluation = EvaluationSuccess | EvaluationFailure;

/** The options and defaults of a template's module, read at compile time. */
export type Inspection =
  | EvaluationFailure
  | {
      readonly ok: true;
      /** The `options` export as plain data; undefined if there is none. */
      readonly options: Json | undefined;
      /** Default values by variable. Defaults that are not plain data (JSX, functions) are absent. */
      readonly defaults: Readonly<Record<string, Json>>;
      /** Variables whose default is JSX or a function. */
      readonly notData: readonly string[];
    };

/** Result of parsing a source: its draft and the evaluation of its module, or the errors. */
export type ReadingResult =
  | { readonly ok: true; readonly draft: ValidSource; readonly inspection: Inspection }
  | { readonly ok: false; readonly errors: readonly Diagnostic[] };

/** A job of the sandbox process. `timeMs` limits the processor time of its untrusted part. */
export type Job = { readonly timeMs: number } & JobRequest;
export type JobRequest =
  | { readonly kind: 'evaluate'; readonly request: EvaluationRequest }
  | { readonly kind: 'read'; readonly source: string; readonly clock: number; readonly evaluationMs: number }
  | { readonly kind: 'lint'; readonly request: TreeLintRequest }
  | { readonly kind: 'cases'; readonly request: CaseRequest }
  | { readonly kind: 'names'; readonly source: string };
/** Results by kind of job, beside failures. */
export interface JobResults {
  readonly evaluate: Evaluation;
  readonly read: ReadingResult;
  readonly lint: TreeLint;
  readonly cases: CaseValues;
  readonly names: { readonly missing: readonly string[] };
}
export type JobResult = JobResults[Job['kind']] | EvaluationFailure;

/** Returns a failure as one sentence for the template's author, with its line if known. */
export const describeFailure = ({ message, line }: EvaluationFailure): string =>
  line === undefined ? message : `${message} (line ${line} of the template)`;

/** Returns the same sentence without what a template that threw wrote itself. */
export const describePublicly = (failure: EvaluationFailure): string =>
  describeFailure(failure.reason === 'threw' ? { ...failure, message: 'It throws an error' } : failure);

export const outOfTime: EvaluationFailure = {
  ok: false,
  reason: 'time',
  message: 'The template takes too long to run.',
};
export const outOfMemory: EvaluationFailure = {
  ok: false,
  reason: 'memory',
  message: 'The template uses too much memory.',
};
/** The interpreter, the parser or the stack broke. */
export const tooDeep: EvaluationFailure = {
  ok: false,
  reason: 'threw',
  message: 'The template nests too deeply to be run.',
};
