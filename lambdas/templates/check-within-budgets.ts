import { requireUsable } from '../access/ownership.ts';
import { limits } from '../contract/limits.ts';
import { countTrial, fetchedByAccount, fetchedFromHost } from '../limits/budgets.ts';
import { hasUnits } from '../limits/quota.ts';
import type { Budget } from '../ports/budgets.ts';
import type { FetchWatch, RemoteImages } from '../ports/images.ts';
import type { Ports } from '../ports/ports.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { UseCase } from '../ports/use-case.ts';
import { checkTemplate } from './check-template.ts';

type BudgetedPorts = Pick<Ports, 'remoteImages:fetch' | 'usage:read' | 'budgets:consume'>;

/**
 * Returns a fetcher for remote images that consumes no quota. It stays within the hourly byte budgets of the account
 * and of each host, also after redirects, and fetches only while the account has mints left. It reserves the largest
 * possible size first and releases bytes that were not read.
 */
export const createBudgetedImages = (ports: BudgetedPorts, runtime: Runtime, caller: AccountRecord): RemoteImages => {
  const [remote, budgets] = [ports['remoteImages:fetch'], ports['budgets:consume']];
  const now = runtime.now();
  let asked: Promise<boolean> | undefined;
  const mayFetch = (): Promise<boolean> => {
    asked ??= hasUnits(ports['usage:read'], runtime, caller);
    return asked;
  };

  return {
    async fetch(url) {
      const reserved: Budget[] = [];
      let bytes: number = limits.leastFetchedBytes;
      const reserve = async (budget: Budget): Promise<boolean> => {
        const isReserved = await budgets.consume(budget, limits.fetchedImageBytes);
        if (isReserved) reserved.push(budget);
        return isReserved;
      };
      const checkAdmission = async (host: string): Promise<boolean> => {
        const isFirst = reserved.length === 0;
        if (isFirst && !((await mayFetch()) && (await reserve(fetchedByAccount(caller, now))))) return false;
        return reserve(fetchedFromHost(host, now));
      };
      const watch: FetchWatch = {
        countBytes: (read) => {
          bytes = Math.max(bytes, Math.min(read, limits.fetchedImageBytes));
        },
        checkAdmission,
      };
      try {
        return await remote.fetch(url, watch);
      } finally {
        const unread = limits.fetchedImageBytes - bytes;
        await Promise.all(
          reserved.map((budget) =>
            budgets.release(budget, unread).catch((cause: unknown) => {
              runtime.log('warn', 'fetched bytes not released', { cause });
            }),
          ),
        );
      }
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
  const bounded = { ...ports, 'remoteImages:fetch': createBudgetedImages(ports, runtime, caller) };
  return checkTemplate(bounded, runtime, caller, template, body);
};
