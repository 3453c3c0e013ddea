import { fail } from '../../contract/errors.ts';
import type { DeleteTemplateResponse } from '../../contract/schemas/template.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { templateCount } from '../accounts/budgets.ts';

/**
 * Deletes a template of the caller's account for good. Published URLs do not change, because their trees are stored
 * separately.
 *
 * @throws TEMPLATE_NOT_FOUND.
 */
export const deleteTemplate = async (
  ports: PortsOf<'deleteTemplate'>,
  runtime: Runtime,
  caller: AccountRecord,
  template: TemplateRecord | undefined,
): Promise<DeleteTemplateResponse> => {
  const { accountId } = caller;
  if (template?.ownerId !== accountId) throw fail('TEMPLATE_NOT_FOUND');
  const { templateId } = template;
  const deleted = await ports['templates:delete'].delete(templateId, accountId);
  if (!deleted) throw fail('TEMPLATE_NOT_FOUND');
  // of several concurrent deletions only the first one releases the budget
  if (deleted.isFirst) await ports['budgets:consume'].release(templateCount(caller, runtime), 1);
  try {
    await ports['templates:delete'].deleteVersions(templateId);
  } catch (error) {
    // they cannot be reached any more: their template is gone
    runtime.log('error', 'versions of a deleted template were left behind', { templateId, cause: error });
  }
  return { templateId };
};
