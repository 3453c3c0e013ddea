import { fail } from '../contract/errors.ts';
import type { SavedTemplateResponse, UpdateTemplateRequest } from '../contract/schemas/template.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { accountFonts } from './account-fonts.ts';
import { compileTemplate } from './compile-template.ts';
import { presentSaved } from './present-template.ts';
import { saveCode } from './save-code.ts';

/**
 * Changes a template of the caller's. The code is judged before the ownership, in the order of the route's errors.
 *
 * @throws COMPILE_ERROR, TEMPLATE_NOT_FOUND.
 */
export const updateTemplate = async (
  ports: Omit<PortsOf<'updateTemplate'>, 'callersWithTemplates:read'>,
  runtime: Runtime,
  caller: AccountRecord,
  template: TemplateRecord | undefined,
  { name, description, code }: UpdateTemplateRequest,
): Promise<SavedTemplateResponse> => {
  const now = runtime.now();
  const { accountId } = caller;
  const compile = async (source: string) =>
    compileTemplate(source, { ...runtime, fonts: await accountFonts(ports, accountId) });
  const compiled = code === undefined ? undefined : await compile(code);
  if (!template || template.ownerId !== accountId) throw fail('TEMPLATE_NOT_FOUND');

  const saved = compiled && code !== undefined ? await saveCode(ports, runtime, template, code, compiled) : undefined;
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
