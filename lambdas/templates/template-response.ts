import {
  toOtherVariablesResponse,
  toSizesResponse,
  toVariableResponse,
} from 'image-url-contract/check/response-fields.ts';
import { limits } from 'image-url-contract/limits.ts';
import type { SavedTemplateResponse } from 'image-url-contract/schemas/template.ts';
import { defaultFormat } from 'image-url-engine/images.ts';
import type { Ports } from '../ports/ports.ts';
import type { TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { withVariables } from '../publishing/render-plan.ts';

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
