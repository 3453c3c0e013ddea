import { type Diagnostic, getEnd, getLines } from 'image-url-engine/diagnostics.ts';
import { type RenderPlanVariable, type TemplateOptions, toDefaultText } from 'image-url-engine/options.ts';

export const toVariableResponse = (variable: RenderPlanVariable) => ({
  name: variable.name,
  defaultValue: toDefaultText(variable),
  required: variable.required,
});

/** Returns the field `otherVariables` if the template reads variables of any name. */
export const toOtherVariablesResponse = ({ seesAll }: { readonly seesAll: boolean }) =>
  seesAll ? { otherVariables: true as const } : {};

/** Returns the field `sizes` if the template has any. */
export const toSizesResponse = ({ sizes }: TemplateOptions) => (sizes ? { sizes: [...sizes] } : {});

/** Converts diagnostics to the API's view, each with the end position of the word at its start. */
export const toDiagnosticResponse = (source: string, diagnostics: readonly Diagnostic[]) => {
  const lines = getLines(source);
  return diagnostics.map(({ code, message, line, column }) => {
    const end = getEnd(lines, { line, column });
    return { code, message, line, column, endLine: end.line, endColumn: end.column };
  });
};
