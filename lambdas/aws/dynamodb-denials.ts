import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { subjectName } from '../core/denial.ts';
import type { DenialRecord } from '../ports/records.ts';
import type { Adapter } from './connect.ts';
import { documents } from './dynamodb.ts';
import { batchGet } from './dynamodb-batch-get.ts';
import { readDenial } from './items.ts';
import { keptVerdicts } from './kept-verdicts.ts';

/** Which accounts and templates are denied. */
export const dynamoDbDenials: Adapter<'denials:read'> = ({ DENIALS_TABLE }) => ({
  isAnyDenied: keptVerdicts(async (subjects) => {
    const items = await batchGet({ [DENIALS_TABLE]: subjects.map((subject) => ({ subject })) });
    return new Set((items[DENIALS_TABLE] ?? []).map((item) => subjectName(readDenial(item))));
  }),
});

/** Every denial there is. */
export const dynamoDbDenialList: Adapter<'denials:list'> = ({ DENIALS_TABLE: TableName }) => ({
  async all() {
    const denials: DenialRecord[] = [];
    const pages = paginateScan({ client: documents }, { TableName, ConsistentRead: true });
    for await (const { Items = [] } of pages) denials.push(...Items.map(readDenial));
    return denials;
  },
});
