import type { EnvironmentOf } from '../../config/capabilities.ts';
import { subjectName } from '../../domain/deny-list.ts';
import { type DenyListEntry, denyList } from '../../domain/records/account-records.ts';
import { cachedVerdicts } from '../cached-verdicts.ts';
import { batchGet, scanItems } from './table.ts';

type DenyListTable = EnvironmentOf<'denyList:read'>;

export const dynamoDbDenyList = ({ DENIALS_TABLE }: DenyListTable) => {
  const isAnyRejected = cachedVerdicts();
  return {
    /** Returns whether any of the named subjects (`subjectName`) is denied, as `cachedVerdicts` does. */
    isAnyDenied: (names: readonly string[], onStale: (cause: unknown) => void): Promise<boolean> =>
      isAnyRejected(names, onStale, async (subjects) => {
        const itemsOf = await batchGet({ [DENIALS_TABLE]: subjects.map((subject) => ({ subject })) });
        return new Set(itemsOf(DENIALS_TABLE).map((item) => subjectName(denyList.read(item))));
      }),
  };
};

export const dynamoDbDenyListLister = ({ DENIALS_TABLE }: DenyListTable) => ({
  all: (): Promise<DenyListEntry[]> => Array.fromAsync(scanItems(DENIALS_TABLE), denyList.read),
});
