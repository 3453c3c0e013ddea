/** A door: what lint says of a template. */
export { type DiagnosticCode, noteCodes } from '../diagnostics/diagnostic-codes.ts';
export { type Diagnostic, describeProblems, getEnd, getLines } from '../diagnostics/diagnostics.ts';
export { type CaseDiagnostic, getScore } from '../lint/values/score.ts';
