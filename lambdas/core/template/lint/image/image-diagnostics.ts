import type { DiagnosticCode } from '../source/diagnostic-codes.ts';

/** What came of laying a sample out and looking at it; places are those its elements carry (`sourcePositionProperty`). */
export interface ImageLint {
  readonly findings: readonly ImageDiagnostic[];
  /** The layout failed: why, and at which element as far as that could be found. */
  readonly failure?: { readonly message: string; readonly position?: string };
}

export interface ImageDiagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** The image's source, or the value, that it is about. */
  readonly about?: string;
  readonly position?: string;
  /** The property of the element's style it is about. */
  readonly property?: string;
  /** How bad it is, from 0 to 1. @default 1 */
  readonly degree?: number;
}
