import type { CreateTemplateRequest, SavedTemplateResponse } from '../contract/schemas/template.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import { accountFonts } from './account-fonts.ts';
import { compileTemplate } from './compile-template.ts';
import { newRecordOf } from './ownership.ts';
import { presentSaved } from './present-template.ts';
import { newTemplateId, saveCode } from './save-code.ts';

/**
 * Creates a template of the caller's.
 *
 * @throws COMPILE_ERROR.
 */
export const createTemplate = async (
  ports: PortsOf<'createTemplate'>,
  runtime: Runtime,
  caller: AccountRecord,
  { name, description = '', code }: CreateTemplateRequest,
): Promise<SavedTemplateResponse> => {
  const now = runtime.now();
  const templateId = newTemplateId(runtime.randomBytes);
  const made = runtime.keyed?.isRepeated && (await ports['templates:create'].find(templateId, caller.accountId));
  if (made) return presentSaved(made, runtime);
  const fonts = await accountFonts(ports, caller.accountId);
  const compiled = await compileTemplate(code, { ...runtime, fonts });
  const begun = { templateId, ...newRecordOf(caller, now), name, description };
  const template: TemplateRecord = { ...begun, ...(await saveCode(ports, runtime, begun, code, compiled)) };
  await ports['templates:create'].create(template);
  return presentSaved(template, runtime);
};
