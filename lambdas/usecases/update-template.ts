import { fail } from '../contract/errors.ts';
import type { SavedTemplateResponse, UpdateTemplateRequest } from '../contract/schemas/template.ts';
import type { PortsOf, Runtime } from '../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';
import { compileTemplate } from './compile-template.ts';
import { presentSaved } from './present-template.ts';
import { saveCode } from './save-code.ts';

/**
 * Changes a template of the caller's. The code is judged before the ownership, in the order of the route's errors.
 *
 * @throws COMPILE_ERROR, TEMPLATE_NOT_FOUND.
 */
export const updateTemplate = async (
  ports: Pick<PortsOf<'updateTemplate'>, 'sources:write' | 'trees:write' | 'templates:update'>,
  runtime: Runtime,
  caller: AccountRecord,
  template: TemplateRecord | undefined,
  { name, description, code }: UpdateTemplateRequest,
): Promise<SavedTemplateResponse> => {
  const now = runtime.now();
  const compiled = code === undefined ? undefined : await compileTemplate(code, runtime, caller.accountId);
  if (!template || template.ownerId !== caller.accountId) throw fail('TEMPLATE_NOT_FOUND');

  const { templateId } = template;
  const saved = compiled && code !== undefined ? await saveCode(ports, runtime, templateId, code, compiled) : undefined;
  const change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    // the same code again is compiled anew but makes no new version
    ...(saved && { compiled: saved }),
  };
  const updated = await ports['templates:update'].update(template, change, now);
  if (!updated) throw fail('TEMPLATE_NOT_FOUND');
  return presentSaved(updated, runtime);
};
