import type { EnvironmentOf } from '../../config/capabilities.ts';
import { subjectName } from '../../core/deny-list.ts';
import type { DenyListEntry } from '../../ports/records.ts';
import { cachedVerdicts } from '../cached-verdicts.ts';
import { batchGet } from './batch-get.ts';
import { readDenyListEntry } from './items.ts';
import { scanItems } from './table.ts';

type DenyListTable = EnvironmentOf<'denyList:read'>;

export const dynamoDbDenyList = ({ DENIALS_TABLE }: DenyListTable) => ({
  /** Returns whether any of the named subjects (`subjectName`) is denied, as `cachedVerdicts` does. */
  isAnyDenied: cachedVerdicts(async (subjects) => {
    const items = await batchGet({ [DENIALS_TABLE]: subjects.map((subject) => ({ subject })) });
    return new Set((items[DENIALS_TABLE] ?? []).map((item) => subjectName(readDenyListEntry(item))));
  }),
});

export const dynamoDbDenyListLister = ({ DENIALS_TABLE }: DenyListTable) => ({
  all: (): Promise<DenyListEntry[]> => Array.fromAsync(scanItems(DENIALS_TABLE), readDenyListEntry),
});
