import { type Diagnostic, getEnd, getLines } from '../../core/template/lint/source/diagnostics.ts';

/** Converts diagnostics to the API's view, each with the end position of the word at its start. */
export const toDiagnosticResponse = (source: string, diagnostics: readonly Diagnostic[]) => {
  const lines = getLines(source);
  return diagnostics.map(({ code, message, line, column }) => {
    const end = getEnd(lines, { line, column });
    return { code, message, line, column, endLine: end.line, endColumn: end.column };
  });
};
