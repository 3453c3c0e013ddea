import type { EnvironmentOf } from '../../config/capabilities.ts';
import { getRevocationId, lastVersion, readRevocationId } from '../../core/revocation.ts';
import type { RevocationRecord } from '../../ports/records.ts';
import { cachedVerdicts } from '../cached-verdicts.ts';
import { batchGet } from './batch-get.ts';
import { addFormatVersion, readRevocation, revocationItem } from './items.ts';
import { deleteItem, putItem, queryItems, scanItems, toSeconds, updateItem } from './table.ts';

type RevocationsTable = EnvironmentOf<'revocations:read'>;

/** The properties of an image URL by which it may be revoked. */
interface RevocableUrl {
  readonly accountId: string;
  readonly hash: string;
  readonly templateId: string;
  readonly version: number;
  /** The signing key of an on-demand URL. */
  readonly signingKeyId?: string | undefined;
  /** State of the edge's revocation entries; a verdict that was cached for another state is not used. */
  readonly epoch?: string | undefined;
}

/** Returns the cache key of a verdict: account, revocation id and the edge's epoch. */
const getName = (accountId: string, id: string, epoch = ''): string => `${accountId} ${id} ${epoch}`;
const getKey = (name: string) => {
  const [accountId = '', id = ''] = name.split(' ');
  return { accountId, revocationId: id };
};
const getKind = (name: string) => readRevocationId(getKey(name).revocationId)?.kind;

export const dynamoDbRevocations = ({ REVOCATIONS_TABLE }: RevocationsTable) => {
  /** Returns whether the versions up to this one or a later one are revoked. */
  const isUpToRevoked = async (name: string): Promise<boolean> => {
    const { accountId, revocationId: from } = getKey(name);
    const to = readRevocationId(from);
    if (to?.kind !== 'versions') return false;
    const last = getRevocationId({ ...to, version: lastVersion });
    const values = { ':account': accountId, ':from': from, ':to': last, ':no': false };
    const condition = 'accountId = :account AND revocationId BETWEEN :from AND :to';
    const found = queryItems(REVOCATIONS_TABLE, condition, values, { FilterExpression: 'isLifted = :no' });
    return !(await found.next()).done;
  };

  const isAnyRevoked = cachedVerdicts(async (names) => {
    const upTo = names.filter((name) => getKind(name) === 'versions');
    const exact = names.filter((name) => getKind(name) !== 'versions');
    const [items, areUpTo] = await Promise.all([
      exact.length > 0 ? batchGet({ [REVOCATIONS_TABLE]: exact.map(getKey) }) : undefined,
      Promise.all(upTo.map(isUpToRevoked)),
    ]);
    const found = (items?.[REVOCATIONS_TABLE] ?? []).map(readRevocation).filter(({ isLifted }) => !isLifted);
    const foundNames = new Set(found.map((one) => getName(one.accountId, one.revocationId)));
    const isFound = (name: string) => foundNames.has(getName(getKey(name).accountId, getKey(name).revocationId));
    return new Set([...exact.filter(isFound), ...upTo.filter((_, n) => areUpTo[n])]);
  });

  return {
    /** Returns whether a URL is revoked, as `cachedVerdicts` does. */
    isRevoked: (
      { accountId, hash, templateId, version, signingKeyId, epoch }: RevocableUrl,
      onStale: (cause: unknown) => void,
    ): Promise<boolean> => {
      const ids = [
        getRevocationId({ kind: 'url', hash }),
        getRevocationId({ kind: 'version', templateId, version }),
        getRevocationId({ kind: 'versions', templateId, version }),
        ...(signingKeyId === undefined ? [] : [getRevocationId({ kind: 'key', signingKeyId })]),
      ];
      return isAnyRevoked(
        ids.map((id) => getName(accountId, id, epoch)),
        onStale,
      );
    },
  };
};

const createLister = (table: string) => ({
  /** Returns the revocations of an account, including lifted and expired ones. */
  of: (accountId: string): Promise<RevocationRecord[]> =>
    Array.fromAsync(queryItems(table, 'accountId = :account', { ':account': accountId }), readRevocation),
});

export const dynamoDbRevocationLister = ({ REVOCATIONS_TABLE }: RevocationsTable) => createLister(REVOCATIONS_TABLE);

export const dynamoDbRevocationAdder = ({ REVOCATIONS_TABLE }: RevocationsTable) => ({
  ...createLister(REVOCATIONS_TABLE),
  async put(revocation: RevocationRecord): Promise<void> {
    const item = revocationItem.encode({ ...revocation, expires: toSeconds(revocation.expiresAt) });
    await putItem(REVOCATIONS_TABLE, addFormatVersion(item));
  },
});

export const dynamoDbRevocationLifter = ({ REVOCATIONS_TABLE }: RevocationsTable) => ({
  ...createLister(REVOCATIONS_TABLE),
  /** Marks a revocation as lifted. @returns false when it does not exist */
  lift(accountId: string, id: string): Promise<boolean> {
    const [key, values] = [{ accountId, revocationId: id }, { ':yes': true }];
    return updateItem(REVOCATIONS_TABLE, key, 'SET isLifted = :yes', 'attribute_exists(accountId)', values);
  },
  /** Removes a revocation unless it was created again after it was lifted. */
  async removeLifted(accountId: string, id: string): Promise<void> {
    await deleteItem(REVOCATIONS_TABLE, { accountId, revocationId: id }, 'isLifted = :yes', { ':yes': true });
  },
});

export const dynamoDbRevocationWalker = ({ REVOCATIONS_TABLE }: RevocationsTable) => ({
  /** Returns the revocations of all accounts. */
  all: (): Promise<RevocationRecord[]> => Array.fromAsync(scanItems(REVOCATIONS_TABLE), readRevocation),
});
