import type { DiagnosticCode } from '../../diagnostics/diagnostic-codes.ts';
import type { OverLimit } from '../../diagnostics/over-limit.ts';

/** Result of laying out and linting a sample. Positions are those of its elements (`sourcePositionProperty`). */
export interface ImageLint {
  readonly diagnostics: readonly ImageDiagnostic[];
  /** Why the layout failed, and at which element if known. */
  readonly failure?: {
    readonly message: string;
    readonly position?: string | undefined;
    /** The limit that was exceeded. */
    readonly overLimit?: OverLimit | undefined;
  };
}

export interface ImageDiagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** The image source or value that it concerns. */
  readonly about?: string;
  readonly position?: string | undefined;
  /** The style property that it concerns. */
  readonly property?: string;
  /** Severity from 0 to 1. @default 1 */
  readonly degree?: number;
}
