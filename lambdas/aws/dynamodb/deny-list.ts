import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { subjectName } from '../../core/deny-list.ts';
import type { DenyListEntry } from '../../ports/records.ts';
import { cachedVerdicts } from '../cached-verdicts.ts';
import type { Adapter } from '../connect.ts';
import { batchGet } from './batch-get.ts';
import { documents } from './client.ts';
import { readDenyListEntry } from './items.ts';

/** Checks whether accounts and templates are on the deny list. */
export const dynamoDbDenyList: Adapter<'denyList:read'> = ({ DENIALS_TABLE }) => ({
  isAnyDenied: cachedVerdicts(async (subjects) => {
    const items = await batchGet({ [DENIALS_TABLE]: subjects.map((subject) => ({ subject })) });
    return new Set((items[DENIALS_TABLE] ?? []).map((item) => subjectName(readDenyListEntry(item))));
  }),
});

/** Lists all deny list entries. */
export const dynamoDbDenyListLister: Adapter<'denyList:list'> = ({ DENIALS_TABLE: TableName }) => ({
  async all() {
    const denyList: DenyListEntry[] = [];
    const pages = paginateScan({ client: documents }, { TableName, ConsistentRead: true });
    for await (const { Items = [] } of pages) denyList.push(...Items.map(readDenyListEntry));
    return denyList;
  },
});
