import type { EnvironmentOf } from '../../config/capabilities.ts';
import { subjectName } from '../../domain/deny-list.ts';
import { type DenyListEntry, denyList } from '../../domain/records/account-records.ts';
import { closedAccounts } from '../../domain/records/bill-records.ts';
import { cachedVerdicts } from '../cached-verdicts.ts';
import { batchGet, scanItems } from './table.ts';

type DenyListTable = EnvironmentOf<'denyList:list'>;

/** Name of an account's verdict on whether it is closed. No name of a subject has its form. */
const getClosedName = (accountId: string): string => `closed:${accountId}`;

export const dynamoDbDenyList = ({ DENIALS_TABLE, USAGE_TABLE }: EnvironmentOf<'denyList:read'>) => {
  const findRejected = cachedVerdicts();
  return {
    /**
     * Returns why images of an account are not delivered, as `cachedVerdicts` does: it is closed (`isClosed`), or one of
     * the named subjects (`subjectName`) is denied.
     *
     * @param epoch state of the edge's entries; a verdict that was cached for another state is not used
     */
    async findEnd(
      accountId: string,
      subjects: readonly string[],
      onStale: (cause: unknown) => void,
      epoch = '',
    ): Promise<'closed' | 'denied' | undefined> {
      const getName = (subject: string): string => `${subject} ${epoch}`;
      const closed = getClosedName(accountId);
      const rejected = await findRejected([closed, ...subjects.map(getName)], onStale, async (wanted) => {
        const isAsked = wanted.includes(closed);
        const denials = subjects.filter((subject) => wanted.includes(getName(subject)));
        const itemsOf = await batchGet({
          [DENIALS_TABLE]: denials.map((subject) => ({ subject })),
          [USAGE_TABLE]: isAsked ? [closedAccounts.toKey({ accountId })] : [],
        });
        return new Set([
          ...itemsOf(USAGE_TABLE).map(() => closed),
          ...itemsOf(DENIALS_TABLE).map((item) => getName(subjectName(denyList.read(item)))),
        ]);
      });
      if (rejected.includes(closed)) return 'closed';
      return rejected.length > 0 ? 'denied' : undefined;
    },
  };
};

export const dynamoDbDenyListLister = ({ DENIALS_TABLE }: DenyListTable) => ({
  all: (): Promise<DenyListEntry[]> => Array.fromAsync(scanItems(DENIALS_TABLE), denyList.read),
});
