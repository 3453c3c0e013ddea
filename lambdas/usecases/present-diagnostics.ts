import { type Diagnostic, endOf, linesOf } from '../core/template/check/diagnostics.ts';

/** What is said about a source, each with the end of the word it stands at. */
export const presentDiagnostics = (source: string, diagnostics: readonly Diagnostic[]) => {
  const lines = linesOf(source);
  return diagnostics.map(({ code, message, line, column }) => {
    const end = endOf(lines, { line, column });
    return { code, message, line, column, endLine: end.line, endColumn: end.column };
  });
};
