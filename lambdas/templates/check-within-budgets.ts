import { checkTemplate } from 'image-url-contract/check/check-template.ts';
import { cpuBudget } from 'image-url-engine/workers.ts';
import { fetchTreeImages } from 'image-url-outside/tree-images.ts';
import { requireUsable } from '../access/ownership.ts';
import { getTemplateFonts } from '../fonts/template-fonts.ts';
import { countTrial } from '../limits/budgets.ts';
import { hasUnits } from '../limits/quota.ts';
import type { Payer, RemoteImages } from '../ports/images.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { UseCase } from '../ports/use-case.ts';
import { compileMs } from './compile-template.ts';

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
  const { templateId, code } = body;
  const template = templateId === undefined ? undefined : requireUsable(templates.get(templateId), caller);
  await countTrial(ports, runtime, caller);
  const { accountId } = caller;
  const { ownerId = accountId, codeHash = '' } = template ?? {};
  const source = code ?? (await ports['sources:read'].code(ownerId, codeHash));
  const now = runtime.now();
  const payer: Payer = { accountId, purpose: 'trial', now };
  const remote = fetchWhileUnitsAreLeft(ports, runtime, caller);
  return checkTemplate(source, body, {
    now,
    defaultEngine: runtime.defaultEngine,
    // starters do not use the caller's custom fonts
    fonts: await getTemplateFonts(ports, accountId, { hasCustom: ownerId === accountId }),
    gather: (tree) => fetchTreeImages(remote, tree, payer),
    hasLoopback: runtime.hasLoopback,
    budget: cpuBudget(compileMs),
  });
};
