import type { CheckTemplateRequest, CheckTemplateResponse } from '../../contract/schemas/template.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord, TemplateRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { countTrial } from '../accounts/budgets.ts';
import { checkTemplate } from './check-template.ts';
import { imagesWithinBudget } from './images-within-budget.ts';

/**
 * Checks a template within the hourly budgets of the account, because a check consumes no quota.
 *
 * @throws TOO_MANY_TRIALS; what `checkTemplate` throws.
 */
export const checkWithinBudgets = async (
  ports: PortsOf<'checkTemplate'>,
  runtime: Runtime,
  caller: AccountRecord,
  template: TemplateRecord | undefined,
  request: CheckTemplateRequest,
): Promise<CheckTemplateResponse> => {
  await countTrial(ports, runtime, caller);
  const bounded = { ...ports, 'remoteImages:fetch': imagesWithinBudget(ports, runtime, caller) };
  return checkTemplate(bounded, runtime, caller, template, request);
};
