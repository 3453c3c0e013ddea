import { fail } from '../../contract/errors.ts';
import type { GetTemplateResponse } from '../../contract/schemas/template.ts';
import type { StageEngine } from '../../core/engines/engines.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import { isUsableBy } from '../accounts/ownership.ts';
import { toTemplateResponse } from './template-response.ts';

/**
 * Fetches one template with its code.
 *
 * @throws TEMPLATE_NOT_FOUND.
 */
export const getTemplate = async (
  ports: PortsOf<'getTemplate'>,
  stage: StageEngine,
  caller: AccountRecord,
  template: TemplateRecord | undefined,
): Promise<GetTemplateResponse> => {
  if (!template || !isUsableBy(template, caller)) throw fail('TEMPLATE_NOT_FOUND');
  return {
    template: {
      ...toTemplateResponse(template, stage),
      code: await ports['sources:read'].code(template.ownerId, template.codeHash),
    },
  };
};
