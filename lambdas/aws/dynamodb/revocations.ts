import type { EnvironmentOf } from '../../config/capabilities.ts';
import { type RevocationRecord, revocations } from '../../domain/records/account-records.ts';
import { toSeconds } from '../../domain/records/record.ts';
import { getRevocationId, lastVersion } from '../../domain/revocation.ts';
import { cachedVerdicts } from '../cached-verdicts.ts';
import { deleteRecord, putRecord } from './stored-records.ts';
import { batchGet, queryItems, scanItems, setItem } from './table.ts';

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

export const dynamoDbRevocations = ({ REVOCATIONS_TABLE }: RevocationsTable) => {
  const findRejected = cachedVerdicts();

  const findRevoked = async (accountId: string, ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const itemsOf = await batchGet({ [REVOCATIONS_TABLE]: ids.map((revocationId) => ({ accountId, revocationId })) });
    const found = itemsOf(REVOCATIONS_TABLE).map(revocations.read);
    return found.filter(({ isLifted }) => !isLifted).map(({ revocationId }) => revocationId);
  };
  /** Returns whether the versions of a template up to this one or a later one are revoked. */
  const isUpToRevoked = async (accountId: string, templateId: string, version: number): Promise<boolean> => {
    const [from, to] = [version, lastVersion].map((up) =>
      getRevocationId({ kind: 'versions', templateId, version: up }),
    );
    const found = queryItems(
      REVOCATIONS_TABLE,
      { accountId },
      {
        sort: 'revocationId BETWEEN :from AND :to',
        FilterExpression: 'isLifted = :no',
        values: { ':from': from, ':to': to, ':no': false },
      },
    );
    return !(await found.next()).done;
  };

  return {
    /** Returns whether a URL is revoked, as `cachedVerdicts` does. */
    isRevoked: async (
      { accountId, hash, templateId, version, signingKeyId, epoch = '' }: RevocableUrl,
      onStale: (cause: unknown) => void,
    ): Promise<boolean> => {
      const upTo = getRevocationId({ kind: 'versions', templateId, version });
      const exact = [
        getRevocationId({ kind: 'url', hash }),
        getRevocationId({ kind: 'version', templateId, version }),
        ...(signingKeyId === undefined ? [] : [getRevocationId({ kind: 'key', signingKeyId })]),
      ];
      const getName = (id: string): string => `${accountId} ${id} ${epoch}`;
      const rejected = await findRejected([...exact, upTo].map(getName), onStale, async (names) => {
        const isAsked = (id: string) => names.includes(getName(id));
        const [found, isUpTo] = await Promise.all([
          findRevoked(accountId, exact.filter(isAsked)),
          isAsked(upTo) && isUpToRevoked(accountId, templateId, version),
        ]);
        return new Set([...found, ...(isUpTo ? [upTo] : [])].map(getName));
      });
      return rejected.length > 0;
    },
  };
};

const createLister = (table: string) => ({
  /** Returns the revocations of an account, including lifted and expired ones. */
  of: (accountId: string): Promise<RevocationRecord[]> =>
    Array.fromAsync(queryItems(table, { accountId }), revocations.read),
});

export const dynamoDbRevocationLister = ({ REVOCATIONS_TABLE }: RevocationsTable) => createLister(REVOCATIONS_TABLE);

export const dynamoDbRevocationAdder = ({ REVOCATIONS_TABLE }: RevocationsTable) => ({
  ...createLister(REVOCATIONS_TABLE),
  async put(revocation: RevocationRecord): Promise<void> {
    const also = { expires: toSeconds(revocation.expiresAt) };
    await putRecord(revocations, REVOCATIONS_TABLE, revocation, revocation, { also });
  },
});

export const dynamoDbRevocationLifter = ({ REVOCATIONS_TABLE }: RevocationsTable) => ({
  ...createLister(REVOCATIONS_TABLE),
  /** Marks a revocation as lifted. @returns false when it does not exist */
  lift: (accountId: string, revocationId: string): Promise<boolean> =>
    setItem(REVOCATIONS_TABLE, { accountId, revocationId }, { isLifted: true }, 'attribute_exists(accountId)'),
  /** Removes a revocation unless it was created again after it was lifted. */
  async removeLifted(accountId: string, revocationId: string): Promise<void> {
    await deleteRecord(revocations, REVOCATIONS_TABLE, { accountId, revocationId }, 'isLifted = :yes', {
      ':yes': true,
    });
  },
});

export const dynamoDbRevocationWalker = ({ REVOCATIONS_TABLE }: RevocationsTable) => ({
  /** Returns the revocations of all accounts. */
  all: (): Promise<RevocationRecord[]> => Array.fromAsync(scanItems(REVOCATIONS_TABLE), revocations.read),
});
