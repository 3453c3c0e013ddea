import type { Diagnostic } from '../source/diagnostics.ts';

/** Something to mend in a template: an error or a warning of a check, of its own values or of an edge case. */
export interface LintDiagnostic extends Diagnostic {
  /** The template, or this case of it, does not run or cannot be rendered. */
  readonly isError: boolean;
  /** The edge case that shows it; absent where the template's own values do. */
  readonly caseName?: string;
}
