import type { Diagnostic } from '../source/diagnostics.ts';

/** A diagnostic of a template, with its own values or under an edge case. */
export interface LintDiagnostic extends Diagnostic {
  /** The template, or this case of it, does not run or cannot be rendered. */
  readonly isError: boolean;
  /** The edge case that shows it; absent where the template's own values do. */
  readonly caseName?: string;
}
