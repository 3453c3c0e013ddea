import { fail } from '../../contract/errors.ts';
import type { SavedTemplateResponse, UpdateTemplateRequest } from '../../contract/schemas/template.ts';
import { getStoredEngine } from '../../core/engines/engines.ts';
import { sha256Hex } from '../../core/hash.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { countTrial } from '../accounts/budgets.ts';
import { templateFonts } from '../fonts/template-fonts.ts';
import { compileTemplate } from './compile-template.ts';
import { requireVersion, saveOwnCode } from './save-code.ts';
import { toSavedResponse } from './template-response.ts';

/**
 * Updates a template of the caller's account. The code is compiled before the ownership is checked, in the order of the
 * route's errors.
 *
 * @throws TOO_MANY_TRIALS, COMPILE_ERROR, TEMPLATE_NOT_FOUND, TOO_MANY_VERSIONS, STORAGE_QUOTA_EXCEEDED.
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
  const isOwn = template?.ownerId === accountId;
  const defaultEngine = template && isOwn ? getStoredEngine(template, runtime) : runtime.defaultEngine;
  const compile = async (source: string) => {
    await countTrial(ports, runtime, caller);
    return compileTemplate(source, { ...runtime, defaultEngine, fonts: await templateFonts(ports, accountId) });
  };
  const compiled = code === undefined ? undefined : await compile(code);
  if (!template || !isOwn) throw fail('TEMPLATE_NOT_FOUND');

  if (code !== undefined && sha256Hex(code) !== template.codeHash) requireVersion(template);
  const saved =
    compiled && code !== undefined ? await saveOwnCode(ports, runtime, caller, template, code, compiled) : undefined;
  const change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    // unchanged code is compiled again, but creates no new version
    ...(saved && { compiled: saved }),
  };
  const updated = await ports['templates:update'].update(template, change, now);
  if (!updated) throw fail('TEMPLATE_NOT_FOUND');
  return toSavedResponse(updated, runtime);
};
