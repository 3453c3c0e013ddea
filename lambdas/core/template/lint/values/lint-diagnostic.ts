import type { Diagnostic } from '../source/diagnostics.ts';

/** A diagnostic of a template, with its own values or in an edge case. */
export interface TemplateDiagnostic extends Diagnostic {
  /** Whether the template, or this edge case, fails to run or render. */
  readonly isError: boolean;
  /** Name of the edge case. Absent for the template's own values. */
  readonly caseName?: string;
}
