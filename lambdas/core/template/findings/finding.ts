import type { Diagnostic } from '../check/diagnostics.ts';

/** Something to mend in a template: an error or a warning of a check, of its own values or of a stress case. */
export interface Finding extends Diagnostic {
  /** The template, or this case of it, does not run or cannot be drawn. */
  readonly isError: boolean;
  /** The stress case that shows it; absent where the template's own values do. */
  readonly caseName?: string;
}
