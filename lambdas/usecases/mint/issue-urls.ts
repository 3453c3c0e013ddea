import { ServiceError } from '../../contract/errors.ts';
import { inThousands } from '../../contract/thousands.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { KeyLimit } from '../../ports/quotas.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { failedMints } from '../accounts/budgets.ts';
import { consumeUnits, requireUnits, type WantedUnits } from '../accounts/quota.ts';
import type { PreparedUrl } from './prepare-url.ts';
import { isCostly } from './prove-renderable.ts';
import { storeTrees, treeExpiry } from './store-trees.ts';

/** Returns the limit of the API key of a request; undefined for a key without one. */
export const getKeyLimit = ({ apiKey }: Pick<Runtime, 'apiKey'>): KeyLimit | undefined => {
  const { keyId, monthlyMints: limit } = apiKey ?? {};
  return keyId === undefined || limit === undefined ? undefined : { keyId, limit };
};

const getWanted = (runtime: Runtime, units: number): WantedUnits => ({
  quota: 'mints',
  units,
  reservation: runtime.keyed?.reservation,
  key: getKeyLimit(runtime),
});

/**
 * Starts checking that the account has enough units, while the templates are evaluated.
 *
 * @returns a function that waits for the result and throws QUOTA_EXCEEDED or KEY_LIMIT_EXCEEDED.
 */
export const unitsWhileEvaluating = (
  ports: Pick<PortsOf<'mintUrl'>, 'mints:spend'>,
  runtime: Runtime,
  caller: AccountRecord,
  units: number,
): (() => Promise<void>) => {
  const asked = requireUnits(ports['mints:spend'], runtime, caller, getWanted(runtime, units));
  // an error of the template is reported first
  asked.catch(() => undefined);
  return () => asked;
};

/**
 * Runs work that stores and renders expensive images before quota is consumed, with as many of the month's failed mints reserved.
 * They stay consumed when an image cannot be rendered; otherwise one unit of quota would let a caller store failing images without
 * limit.
 *
 * @throws QUOTA_EXCEEDED, before the work begins, when too many mints of the month have failed; what `work` throws.
 */
const withFailuresReserved = async (
  ports: Pick<PortsOf<'mintUrl'>, 'budgets:consume'>,
  runtime: Runtime,
  caller: AccountRecord,
  expensive: number,
  work: () => Promise<unknown>,
): Promise<void> => {
  const [budgets, budget] = [ports['budgets:consume'], failedMints(caller, runtime)];
  if (expensive > 0 && !(await budgets.consume(budget, expensive))) {
    const { limit, endsAt: retryAt } = budget;
    const detail = `${inThousands(limit)} expensive images could not be rendered this month, which is the limit of the plan. Mint simpler images, or wait for the next month.`;
    throw new ServiceError('QUOTA_EXCEEDED', [{ unit: 'mint', limit }], { retryAt, detail });
  }
  // if the release fails, only the limit is lower; the work is done
  const release = () => expensive > 0 && budgets.release(budget, expensive).catch(() => undefined);
  try {
    await work();
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.code === 'INVALID_VARIABLES';
    if (!isRefused) await release();
    throw error;
  }
  await release();
};

/**
 * Stores trees and has their images proven, before their units are consumed.
 *
 * @throws what `prove` throws; QUOTA_EXCEEDED when too many of the month's costly images failed; SERVER_ERROR when the address of a tree
 * holds another one.
 */
export const storeProven = (
  ports: Pick<PortsOf<'mintUrl'>, 'trees:write' | 'budgets:consume'>,
  runtime: Runtime,
  caller: AccountRecord,
  images: readonly Pick<PreparedUrl, 'address' | 'tree' | 'cost'>[],
  prove: () => Promise<unknown>,
): Promise<void> => {
  const trees = new Map(images.map(({ address, tree }) => [address, tree]));
  return withFailuresReserved(ports, runtime, caller, images.filter(isCostly).length, async () => {
    await storeTrees(ports, runtime, trees, caller.accountId, treeExpiry(runtime.now()));
    await prove();
  });
};

/**
 * Stores the trees of prepared URLs, runs `prove`, then consumes the units. Consuming is the last step, because only
 * success is charged (docs/interface.md#plans-and-counting). Without enough units nothing is stored or proven.
 *
 * @param enough the function that `unitsWhileEvaluating` returned.
 * @param prove rejects URLs whose image cannot be rendered; their trees are stored by then.
 * @throws with no quota consumed: what `prove` throws; KEY_LIMIT_EXCEEDED; QUOTA_EXCEEDED when too few units are left,
 * or too many expensive mints of the month have failed; SERVER_ERROR when an address holds a different tree.
 */
export const issueUrls = async (
  ports: Pick<PortsOf<'mintUrl'>, 'trees:write' | 'mints:spend' | 'budgets:consume'>,
  runtime: Runtime,
  caller: AccountRecord,
  urls: readonly PreparedUrl[],
  enough: () => Promise<void>,
  prove: () => Promise<unknown>,
): Promise<void> => {
  await enough();
  await storeProven(ports, runtime, caller, urls, prove);
  await consumeUnits(ports['mints:spend'], runtime, caller, getWanted(runtime, urls.length));
  runtime.count({ Mints: urls.length });
};
