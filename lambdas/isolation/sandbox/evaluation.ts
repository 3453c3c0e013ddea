import type { Json } from '../../contract/schemas/mint.ts';
import type { Diagnostic } from '../../core/template/lint/source/diagnostics.ts';
import type { ReadableDraft } from '../../core/template/render-plan/draft.ts';
import type { VElement } from '../../core/vnode/vnode.ts';

/** Processor time that template code may use, in milliseconds. */
export const evaluationTimeMs = 1_000;

/** What to run in isolation. */
export interface EvaluationRequest {
  /** A render plan's script. */
  readonly script: string;
  /** Values for the component's props. */
  readonly variables: Readonly<Record<string, Json>>;
  /** What `Date.now()` returns in the template, in Unix milliseconds: the start of the UTC day. */
  readonly clock: number;
  /** Seeds `Math.random()`. */
  readonly seed: string;
  /**
   * Variables that accept any use: their value can be read, called and iterated in any way, and converts to this text.
   * For sample values of unknown shape; never for an image that is delivered.
   */
  readonly anyShapes?: Readonly<Record<string, string>>;
  /** Whether elements of the tree have their source position, if the script states it. @default false */
  readonly hasPositions?: boolean;
}

/** Why a template gave no tree. Positions are those of the template's source, from 1. */
export interface EvaluationFailure {
  readonly ok: false;
  readonly reason: 'threw' | 'time' | 'memory' | 'size';
  /** Fit for the template's author; names nothing of the host. Without the position: see `describeFailure`. */
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

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
      /** The `options` export as plain data; undefined when there is none. */
      readonly options: Json | undefined;
      /** Default values of variables by name; a default that is no plain data (JSX, a function) is absent. */
      readonly defaults: Readonly<Record<string, Json>>;
      /** Names whose default is JSX or a function. */
      readonly notData: readonly string[];
    };

/** Result of parsing a source: its draft and the result of evaluating its module, or the errors. */
export type ReadingResult =
  | { readonly ok: true; readonly draft: ReadableDraft; readonly inspection: Inspection }
  | { readonly ok: false; readonly errors: readonly Diagnostic[] };

/** A failure as one sentence for the template's author, with its line where that is known. */
export const describeFailure = ({ message, line }: EvaluationFailure): string =>
  line === undefined ? message : `${message} (line ${line} of the template)`;

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
