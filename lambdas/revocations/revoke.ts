import { dayMs } from 'image-url-contract/days.ts';
import { failWithDetail } from 'image-url-contract/errors.ts';
import { limits } from 'image-url-contract/limits.ts';
import { formatThousands } from 'image-url-engine/words.ts';
import { denyListDelaySeconds } from '../domain/deny-list.ts';
import {
  getAffectedEntries,
  getEdgeEntries,
  getRevocationId,
  type Revocable,
  type Revoked,
  versionsLifetimeDays,
} from '../domain/revocation.ts';
import type { Ports } from '../ports/ports.ts';
import type { RevocationRecord } from '../ports/records.ts';
import type { Runtime } from '../ports/runtime.ts';

type Clock = Pick<Runtime, 'now'>;

/** Returns the record of a revocation by an account, which expires when every existing URL has. */
export const createRevocationRecord = (clock: Clock, accountId: string, revoked: Revocable): RevocationRecord => {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + versionsLifetimeDays * dayMs);
  return { accountId, revocationId: getRevocationId(revoked), by: 'account', createdAt, expiresAt, isLifted: false };
};

/** Returns whether a revocation is in force: neither lifted nor expired. */
export const isInForce = ({ isLifted, expiresAt }: RevocationRecord, now: Date): boolean =>
  !isLifted && expiresAt > now;

type RevocationLister = Ports['revocations:list'];

const getInForce = async (table: RevocationLister, accountId: string, clock: Clock): Promise<RevocationRecord[]> =>
  (await table.of(accountId)).filter((one) => isInForce(one, clock.now()));

/**
 * Returns a function that computes the edge entries of an account from the table. The table is read after the edge's
 * state, so the last of several concurrent writers has seen all changes.
 */
const getEntries = (table: RevocationLister, accountId: string, clock: Clock) => async () =>
  getEdgeEntries(await getInForce(table, accountId, clock));

/** Number of revocations that every account may have as long as the store is not full. */
const leastShare = 20;

/**
 * Returns how many revocations an account may have: a tenth of the free entries, at least `leastShare`; 0 if none is
 * free. So accounts with many revocations leave space for others.
 */
const getFairShare = (space: number): number => (space < 1 ? 0 : Math.max(leastShare, Math.floor(space / 10)));

const tooMany = (most: number): string => `Your plan holds ${formatThousands(most)} revocations; lift some.`;

/**
 * Adds a revocation to the table, then to the edge. A repeated call completes an interrupted one. The table comes
 * first, so that every revocation in force can be listed and lifted.
 *
 * @param most number of revocations that the account's plan allows; it does not limit operators, who have entries of
 *   their own
 * @param act what the entry of the audit is about
 * @throws TOO_MANY_REVOCATIONS
 */
export const revoke = async (
  ports: Pick<Ports, 'revocations:add' | 'edgeRevocations:add'>,
  runtime: Clock & Pick<Runtime, 'beginAct'>,
  wanted: RevocationRecord,
  most: number = limits.revocations,
  act = { accountId: wanted.accountId, subject: wanted.revocationId },
): Promise<void> => {
  const { accountId, revocationId: id } = wanted;
  const [table, edge] = [ports['revocations:add'], ports['edgeRevocations:add']];
  const all = await getInForce(table, accountId, runtime);
  const earlier = all.find((one) => one.revocationId === id);
  const inForce = all.filter(({ by }) => by === 'account');
  const free = earlier ? Number.POSITIVE_INFINITY : await edge.budget(wanted.by);
  if (wanted.by === 'operator') {
    if (free < 1)
      throw failWithDetail(
        'TOO_MANY_REVOCATIONS',
        'The edge has no room for another revocation: deny the account, the template or the site instead.',
      );
  } else if (!earlier) {
    if (inForce.length >= most) throw failWithDetail('TOO_MANY_REVOCATIONS', tooMany(most));
    if (inForce.length >= getFairShare(free))
      throw failWithDetail(
        'TOO_MANY_REVOCATIONS',
        'The service has little room left for revocations; lift some of yours.',
      );
  }
  // an operator's revocation is not replaced by one of the account
  const isNew = !earlier || (wanted.by === 'operator' && earlier.by === 'account');
  await runtime.beginAct(act);
  if (isNew) await table.put(wanted);
  await edge.add(getAffectedEntries(wanted), getEntries(table, accountId, runtime));
};

/**
 * Lifts a revocation: marks it as lifted, removes it from the edge, then deletes the record. Behind the edge the first
 * step suffices. The record is deleted last, so that an interrupted call can be repeated.
 */
export const liftRevocation = async (
  ports: Pick<Ports, 'revocations:lift' | 'edgeRevocations:lift'>,
  clock: Clock,
  { accountId, revocationId: id }: Revoked,
): Promise<void> => {
  const table = ports['revocations:lift'];
  if (!(await table.lift(accountId, id))) return;
  const names = getAffectedEntries({ accountId, revocationId: id });
  await ports['edgeRevocations:lift'].update(names, getEntries(table, accountId, clock));
  await table.removeLifted(accountId, id);
};

/** Returns when a new revocation is in force everywhere except in browser caches. */
export const effectiveBy = (now: Date, isBehindEdge: boolean): Date =>
  new Date(
    now.getTime() + (isBehindEdge ? denyListDelaySeconds : limits.imageCacheSeconds + denyListDelaySeconds) * 1_000,
  );
