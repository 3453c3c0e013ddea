import { type Diagnostic, getEnd, getLines } from '../../core/template/lint/source/diagnostics.ts';

/** What is said about a source, each with the end of the word it stands at. */
export const toDiagnosticResponse = (source: string, diagnostics: readonly Diagnostic[]) => {
  const lines = getLines(source);
  return diagnostics.map(({ code, message, line, column }) => {
    const end = getEnd(lines, { line, column });
    return { code, message, line, column, endLine: end.line, endColumn: end.column };
  });
};
