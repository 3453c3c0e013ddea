import { type Diagnostic, getEnd, getLines } from 'image-url-engine/diagnostics.ts';
import { defaultFormat } from 'image-url-engine/images.ts';
import { type RenderPlanVariable, type TemplateOptions, toDefaultText } from 'image-url-engine/options.ts';
import { limits } from '../contract/limits.ts';
import type { SavedTemplateResponse } from '../contract/schemas/template.ts';
import type { Ports } from '../ports/ports.ts';
import type { TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { withVariables } from '../publishing/render-plan.ts';

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

/**
 * Returns the template fields of every response; unset options have the service's defaults.
 *
 * @param template with its variables (`withVariables`)
 */
export const toTemplateResponse = ({ templateId, name, variables, options, ...record }: TemplateRecord) => ({
  _id: templateId,
  name,
  variables: variables.map(toVariableResponse),
  ...toOtherVariablesResponse(record),
  width: options.width ?? limits.defaultSizePx.width,
  height: options.height ?? limits.defaultSizePx.height,
  ...toSizesResponse(options),
  format: options.format ?? defaultFormat,
  version: record.version,
  engine: options.engine,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
});

/** Returns the additional fields of lists and of responses to saving. */
export const toDetailsResponse = ({ description, options, isPublic }: TemplateRecord) => ({
  description,
  devicePixelRatio: options.devicePixelRatio ?? 1,
  isPublic,
});

/** Returns the response to creating, updating or generating a template. */
export const toSavedResponse = async (
  ports: Pick<Ports, 'renderPlans:read'>,
  runtime: Pick<Runtime, 'log'>,
  template: TemplateRecord,
): Promise<SavedTemplateResponse> => ({
  templateId: template.templateId,
  template: {
    ...toTemplateResponse(await withVariables(ports, runtime, template)),
    ...toDetailsResponse(template),
    warnings: [...template.warnings],
  },
});

/** Converts diagnostics to the API's view, each with the end position of the word at its start. */
export const toDiagnosticResponse = (source: string, diagnostics: readonly Diagnostic[]) => {
  const lines = getLines(source);
  return diagnostics.map(({ code, message, line, column }) => {
    const end = getEnd(lines, { line, column });
    return { code, message, line, column, endLine: end.line, endColumn: end.column };
  });
};
