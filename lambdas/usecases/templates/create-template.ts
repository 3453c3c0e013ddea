import type { CreateTemplateRequest, SavedTemplateResponse } from '../../contract/schemas/template.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { countingTemplate, countTrial } from '../accounts/budgets.ts';
import { getNewRecord } from '../accounts/ownership.ts';
import { templateFonts } from '../fonts/template-fonts.ts';
import { compileTemplate } from './compile-template.ts';
import { newTemplateId, saveOwnCode } from './save-code.ts';
import { toSavedResponse } from './template-response.ts';

/**
 * Creates a template of the caller's.
 *
 * @throws TOO_MANY_TRIALS, COMPILE_ERROR, TOO_MANY_TEMPLATES, STORAGE_QUOTA_EXCEEDED.
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
  if (made) return toSavedResponse(made, runtime);
  await countTrial(ports, runtime, caller);
  const fonts = await templateFonts(ports, caller.accountId);
  const compiled = await compileTemplate(code, { ...runtime, fonts });
  return countingTemplate(ports, runtime, caller, async () => {
    const begun = { templateId, ...getNewRecord(caller, now), name, description };
    const template: TemplateRecord = {
      ...begun,
      ...(await saveOwnCode(ports, runtime, caller, begun, code, compiled)),
    };
    await ports['templates:create'].create(template);
    return toSavedResponse(template, runtime);
  });
};
