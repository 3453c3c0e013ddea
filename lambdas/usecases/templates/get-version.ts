import { fail } from '../../contract/errors.ts';
import type { GetTemplateResponse } from '../../contract/schemas/template.ts';
import type { StageEngine } from '../../core/engines/engines.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import { isUsableBy } from '../accounts/ownership.ts';
import { templateAt } from './template-at.ts';
import { toTemplateResponse } from './template-response.ts';

/**
 * Fetches one version of a template with its code.
 *
 * @throws TEMPLATE_NOT_FOUND, VERSION_NOT_FOUND.
 */
export const getVersion = async (
  ports: PortsOf<'getVersion'>,
  stage: StageEngine,
  caller: AccountRecord,
  template: TemplateRecord | undefined,
  version: number,
): Promise<GetTemplateResponse> => {
  if (!template || !isUsableBy(template, caller)) throw fail('TEMPLATE_NOT_FOUND');
  const then = await templateAt(ports, template, version);
  const code = await ports['sources:read'].code(then.ownerId, then.codeHash);
  return { template: { ...toTemplateResponse(then, stage), code } };
};
