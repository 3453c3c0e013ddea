import { failSaying } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { inThousands } from '../../contract/thousands.ts';
import { refusalSeconds } from '../../core/deny-list.ts';
import { concernedEntries, edgeEntries, type Revoked } from '../../core/revocation.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RevocationRecord } from '../../ports/records.ts';
import type { RevocationLister, WantedEntries } from '../../ports/revocations.ts';
import type { Runtime } from '../../ports/runtime.ts';

type Clock = Pick<Runtime, 'now'>;

/** Whether a revocation holds. */
export const isInForce = ({ isLifted, expiresAt }: RevocationRecord, now: Date): boolean =>
  !isLifted && expiresAt > now;

const getInForce = async (table: RevocationLister, accountId: string, clock: Clock): Promise<RevocationRecord[]> =>
  (await table.of(accountId)).filter((one) => isInForce(one, clock.now()));

/**
 * What the edge should hold of an account's revocations. The table is read after the edge's state, so that of several who
 * change them at once the last one to write has seen them all.
 */
const getEntries =
  (table: RevocationLister, accountId: string, clock: Clock): WantedEntries =>
  async () =>
    edgeEntries(await getInForce(table, accountId, clock));

/** Revocations that every account may have while there is any room at all. */
const leastShare = 20;

/**
 * How many revocations an account may have beside those of others: a tenth of the room that is left. So the few accounts that have many
 * leave room for all that have few.
 */
const fairShare = (space: number): number => (space < 1 ? 0 : Math.max(leastShare, Math.floor(space / 10)));

const tooMany = (most: number): string => `Your plan holds ${inThousands(most)} revocations; lift some.`;

/**
 * Revokes. Again changes nothing, and tells the edge anew: whatever a call before left undone is done then. The table comes
 * first, so that what is refused anywhere can be seen and lifted.
 *
 * @param most that the account may have, by its plan.
 * @throws TOO_MANY_REVOCATIONS.
 */
export const revoke = async (
  ports: Pick<Ports, 'revocations:add' | 'edgeRevocations:add'>,
  clock: Clock,
  wanted: RevocationRecord,
  most: number = limits.revocations,
): Promise<void> => {
  const { accountId, revocationId } = wanted;
  const [table, edge] = [ports['revocations:add'], ports['edgeRevocations:add']];
  const inForce = await getInForce(table, accountId, clock);
  const earlier = inForce.find((one) => one.revocationId === revocationId);
  if (!earlier) {
    if (inForce.length >= most) throw failSaying('TOO_MANY_REVOCATIONS', tooMany(most));
    if (inForce.length >= fairShare(await edge.budget()))
      throw failSaying('TOO_MANY_REVOCATIONS', 'The service has little room left for revocations; lift some of yours.');
  }
  // what an operator has revoked stays the operator's
  const isNew = !earlier || (wanted.by === 'operator' && earlier.by === 'account');
  if (isNew) await table.put(wanted);
  await edge.add(concernedEntries(wanted), getEntries(table, accountId, clock));
};

/**
 * Lifts a revocation. From its first step on nothing is refused behind the edge; the record goes last, so that whoever
 * was cut off can ask again.
 */
export const liftRevocation = async (
  ports: Pick<Ports, 'revocations:lift' | 'edgeRevocations:lift'>,
  clock: Clock,
  { accountId, revocationId }: Revoked,
): Promise<void> => {
  const table = ports['revocations:lift'];
  if (!(await table.lift(accountId, revocationId))) return;
  const names = concernedEntries({ accountId, revocationId });
  await ports['edgeRevocations:lift'].update(names, getEntries(table, accountId, clock));
  await table.removeLifted(accountId, revocationId);
};

/** When a revocation made now holds everywhere but in browsers' own caches. */
export const effectiveBy = (now: Date, isBehindEdge: boolean): Date =>
  new Date(now.getTime() + (isBehindEdge ? refusalSeconds : limits.imageCacheSeconds + refusalSeconds) * 1_000);
