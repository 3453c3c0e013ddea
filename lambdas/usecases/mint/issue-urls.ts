import { ServiceError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { inThousands } from '../../contract/thousands.ts';
import { startOfDay } from '../../core/signing/expiry.ts';
import type { PortsOf } from '../../ports/ports.ts';
import type { AccountRecord } from '../../ports/records.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { failedMints } from '../accounts/budgets.ts';
import { consumeUnits, requireUnits, type WantedUnits } from '../accounts/quota.ts';
import type { PreparedUrl } from './prepare-url.ts';
import { isCostly } from './prove-renderable.ts';
import { storeTrees } from './store-trees.ts';

/** Trees outlive the longest URL by this, whatever the lifetime setting is or becomes. */
const graceDays = 2;
const dayMs = 86_400_000;

const getWanted = ({ keyed, apiKey }: Runtime, units: number): WantedUnits => {
  const { keyId, monthlyMints: limit } = apiKey ?? {};
  const limited = keyId === undefined || limit === undefined ? undefined : { keyId, limit };
  return { quota: 'mints', units, reservation: keyed?.reservation, apiKey: limited };
};

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
  const trees = new Map(urls.map(({ address, tree }) => [address, tree]));
  const expiresAt = new Date(startOfDay(runtime.now()).getTime() + (1 + limits.urlLifetimeDays + graceDays) * dayMs);
  await withFailuresReserved(ports, runtime, caller, urls.filter(isCostly).length, async () => {
    await storeTrees(ports, runtime, trees, caller.accountId, expiresAt);
    await prove();
  });
  await consumeUnits(ports['mints:spend'], runtime, caller, getWanted(runtime, urls.length));
  runtime.count({ Mints: urls.length });
};
