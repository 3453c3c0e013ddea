import type { RemoteImages } from '../../ports/images.ts';
import type { Ports } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { UseCase } from '../../ports/use-case.ts';
import { countTrial } from '../accounts/budgets.ts';
import { hasUnits } from '../accounts/quota.ts';
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
 * @throws TOO_MANY_TRIALS; what `checkTemplate` throws
 */
export const checkWithinBudgets: UseCase<'checkTemplate'> = async (ports, runtime, { caller, templates, body }) => {
  await countTrial(ports, runtime, caller);
  const bounded = { ...ports, 'remoteImages:fetch': fetchWhileUnitsAreLeft(ports, runtime, caller) };
  return checkTemplate(bounded, runtime, caller, templates.get(body.templateId ?? ''), body);
};
