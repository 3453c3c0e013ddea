import type { EnvironmentOf } from '../../config/capabilities.ts';
import { subjectName } from '../../core/deny-list.ts';
import { cachedVerdicts } from '../cached-verdicts.ts';
import { type DenyListEntry, denyList } from './items.ts';
import { batchGet, scanItems } from './table.ts';

type DenyListTable = EnvironmentOf<'denyList:read'>;

export const dynamoDbDenyList = ({ DENIALS_TABLE }: DenyListTable) => {
  const isAnyRejected = cachedVerdicts();
  return {
    /**
     * Returns whether any of the named subjects (`subjectName`) is denied, as `cachedVerdicts` does.
     *
     * @param epoch state of the edge's entries; a verdict that was cached for another state is not used
     */
    isAnyDenied: (names: readonly string[], onStale: (cause: unknown) => void, epoch = ''): Promise<boolean> => {
      const getName = (subject: string): string => `${subject} ${epoch}`;
      return isAnyRejected(names.map(getName), onStale, async (wanted) => {
        const subjects = names.filter((subject) => wanted.includes(getName(subject)));
        const itemsOf = await batchGet({ [DENIALS_TABLE]: subjects.map((subject) => ({ subject })) });
        return new Set(itemsOf(DENIALS_TABLE).map((item) => getName(subjectName(denyList.read(item)))));
      });
    },
  };
};

export const dynamoDbDenyListLister = ({ DENIALS_TABLE }: DenyListTable) => ({
  all: (): Promise<DenyListEntry[]> => Array.fromAsync(scanItems(DENIALS_TABLE), denyList.read),
});
