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
 * Asks whether an account has units for so many URLs, while their templates run.
 *
 * @returns waits for the answer. @throws QUOTA_EXCEEDED, KEY_LIMIT_EXCEEDED
 */
export const unitsWhileEvaluating = (
  ports: Pick<PortsOf<'mintUrl'>, 'mints:spend'>,
  runtime: Runtime,
  caller: AccountRecord,
  units: number,
): (() => Promise<void>) => {
  const asked = requireUnits(ports['mints:spend'], runtime, caller, getWanted(runtime, units));
  // a template that fails is told first
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
  // a reservation that stays only lowers the limit: no reason to lose the work
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
 * Stores the trees of prepared URLs, has them proven, then consumes their units: the last step, once nothing else can fail, because
 * only success is charged (docs/interface.md#plans-and-counting). Without units nothing is stored or proven.
 *
 * @param enough waits for `unitsWhileEvaluating`.
 * @param prove refuses URLs that can never show an image; their trees are stored by then.
 * @throws what `prove` throws, with nothing consumed; QUOTA_EXCEEDED, with nothing consumed, when fewer units are left than there are
 * URLs, or too many of the month's costly ones failed; SERVER_ERROR, with nothing consumed, when the address of a tree holds another one.
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
