import { fail } from '../../contract/errors.ts';
import type { SavedTemplateResponse } from '../../contract/schemas/template.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { templateAt } from './template-at.ts';
import { updateTemplate } from './update-template.ts';

/**
 * Saves the code of an earlier version as a new version.
 *
 * @throws TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND; COMPILE_ERROR when the current compiler rejects the code; what
 * `updateTemplate` throws.
 */
export const restoreVersion = async (
  ports: PortsOf<'restoreVersion'>,
  runtime: Runtime,
  caller: AccountRecord,
  template: TemplateRecord | undefined,
  version: number,
): Promise<SavedTemplateResponse> => {
  if (template?.ownerId !== caller.accountId) throw fail('TEMPLATE_NOT_FOUND');
  const { ownerId, codeHash } = await templateAt(ports, template, version);
  const code = await ports['sources:read'].code(ownerId, codeHash);
  return updateTemplate(ports, runtime, caller, template, { code });
};
