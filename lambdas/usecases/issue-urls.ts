import { failUntil } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { billingPeriod } from '../core/quota/billing-period.ts';
import { allowanceOf, countable } from '../core/quota/plans.ts';
import { startOfDay } from '../core/signing/expiry.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { PreparedUrl } from './prepare-url.ts';
import { storeTrees } from './store-trees.ts';

/** Trees outlive the longest URL by this, whatever the lifetime setting is or becomes. */
const graceDays = 2;
const dayMs = 86_400_000;

/**
 * Stores the trees of prepared URLs, has them proven, then takes their units: the last step, once nothing else can fail, because only
 * success is charged (docs/interface.md#plans-and-counting).
 *
 * @param prove refuses URLs that can never show a picture; their trees are stored by then.
 * @throws what `prove` throws, with nothing taken; QUOTA_EXCEEDED, with nothing taken, when fewer units are left than there are URLs; SERVER_ERROR, with nothing
 * taken, when the address of a tree holds another one.
 */
export const issueUrls = async (
  ports: Pick<PortsOf<'mintUrl'>, 'trees:write' | 'mints:spend'>,
  runtime: Runtime,
  caller: AccountRecord,
  urls: readonly PreparedUrl[],
  prove: () => Promise<unknown>,
): Promise<void> => {
  const trees = new Map(urls.map(({ address, tree }) => [address, tree]));
  const now = runtime.now();
  const expiresAt = new Date(startOfDay(now).getTime() + (1 + limits.urlLifetimeDays + graceDays) * dayMs);
  await storeTrees(ports, runtime, trees, caller.accountId, expiresAt);
  await prove();

  const limit = allowanceOf(caller.plan, runtime.plans).mints;
  const period = billingPeriod(caller.anchor, now);
  const taking = ports['mints:spend'].take(
    caller.accountId,
    period,
    urls.length,
    countable(limit),
    runtime.keyed?.reservation,
  );
  const { isTaken, used } = await taking;
  if (limit !== null) runtime.tellQuota({ name: 'mints', limit, used, endsAt: period.end });
  if (!isTaken) throw failUntil(period.end, 'QUOTA_EXCEEDED', { unit: 'mint', limit: countable(limit) });
  runtime.count({ Mints: urls.length });
};
