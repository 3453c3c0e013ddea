import { limits } from '../contract/limits.ts';
import { startOfDay } from '../core/signing/expiry.ts';
import type { PortsOf } from '../ports/ports.ts';
import type { AccountRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { PreparedUrl } from './prepare-url.ts';
import { consumeUnits, requireUnits } from './quota.ts';
import { storeTrees } from './store-trees.ts';

/** Trees outlive the longest URL by this, whatever the lifetime setting is or becomes. */
const graceDays = 2;
const dayMs = 86_400_000;

const wantedFor = (runtime: Runtime, units: number) =>
  ({ quota: 'mints', units, reservation: runtime.keyed?.reservation }) as const;

/**
 * Asks whether an account has units for so many URLs, while their templates run.
 *
 * @returns waits for the answer. @throws QUOTA_EXCEEDED
 */
export const unitsWhileEvaluating = (
  ports: Pick<PortsOf<'mintUrl'>, 'mints:spend'>,
  runtime: Runtime,
  caller: AccountRecord,
  units: number,
): (() => Promise<void>) => {
  const asked = requireUnits(ports['mints:spend'], runtime, caller, wantedFor(runtime, units));
  // a template that fails is told first
  asked.catch(() => undefined);
  return () => asked;
};

/**
 * Stores the trees of prepared URLs, has them proven, then consumes their units: the last step, once nothing else can fail, because
 * only success is charged (docs/interface.md#plans-and-counting). Without units nothing is stored or proven.
 *
 * @param enough waits for `unitsWhileEvaluating`.
 * @param prove refuses URLs that can never show a picture; their trees are stored by then.
 * @throws what `prove` throws, with nothing consumed; QUOTA_EXCEEDED, with nothing consumed, when fewer units are left than there are
 * URLs; SERVER_ERROR, with nothing consumed, when the address of a tree holds another one.
 */
export const issueUrls = async (
  ports: Pick<PortsOf<'mintUrl'>, 'trees:write' | 'mints:spend'>,
  runtime: Runtime,
  caller: AccountRecord,
  urls: readonly PreparedUrl[],
  enough: () => Promise<void>,
  prove: () => Promise<unknown>,
): Promise<void> => {
  await enough();
  const trees = new Map(urls.map(({ address, tree }) => [address, tree]));
  const expiresAt = new Date(startOfDay(runtime.now()).getTime() + (1 + limits.urlLifetimeDays + graceDays) * dayMs);
  await storeTrees(ports, runtime, trees, caller.accountId, expiresAt);
  await prove();
  await consumeUnits(ports['mints:spend'], runtime, caller, wantedFor(runtime, urls.length));
  runtime.count({ Mints: urls.length });
};
