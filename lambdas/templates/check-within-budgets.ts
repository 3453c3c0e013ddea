import { requireUsable } from '../access/ownership.ts';
import { countTrial } from '../limits/budgets.ts';
import { hasUnits } from '../limits/quota.ts';
import type { RemoteImages } from '../ports/images.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { UseCase } from '../ports/use-case.ts';
import { checkTemplate } from './check-template.ts';

/** Returns a fetcher that fetches only while the account has mints left. */
export const fetchWhileUnitsAreLeft = (
  ports: Pick<Ports, 'remoteImages:fetch' | 'usage:read'>,
  runtime: Runtime,
  caller: AccountRecord,
): RemoteImages => {
  let asked: Promise<boolean> | undefined;
  return {
    async fetch(url, payer) {
      asked ??= hasUnits(ports['usage:read'], runtime, caller);
      return (await asked) ? ports['remoteImages:fetch'].fetch(url, payer) : { ok: false, reason: 'no units are left' };
    },
  };
};

/**
 * Checks a template within the hourly budgets of the account, because a check consumes no quota.
 *
 * @throws TEMPLATE_NOT_FOUND, TOO_MANY_TRIALS; what `checkTemplate` throws
 */
export const checkWithinBudgets: UseCase<'checkTemplate'> = async (ports, runtime, { caller, templates, body }) => {
  const { templateId } = body;
  const template = templateId === undefined ? undefined : requireUsable(templates.get(templateId), caller);
  await countTrial(ports, runtime, caller);
  const bounded = { ...ports, 'remoteImages:fetch': fetchWhileUnitsAreLeft(ports, runtime, caller) };
  return checkTemplate(bounded, runtime, caller, template, body);
};
