import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { LRUCache } from 'lru-cache';
import { subjectName } from '../core/denial.ts';
import type { DenialRecord } from '../ports/records.ts';
import type { Adapter } from './connect.ts';
import { documents } from './dynamodb.ts';
import { batchGet } from './dynamodb-batch-get.ts';
import { readDenial } from './items.ts';

/** How long an answer is trusted without looking again: half of what a denial may take to hold everywhere. */
const freshMs = 30_000;
/** Answers kept. */
const most = 2_000;

/**
 * Which accounts and templates are denied, each kept for half a minute. When the table cannot be read, the last answer about
 * a subject goes on serving; about one that was never asked for there is none, and whoever needs it fails.
 */
export const dynamoDbDenials: Adapter<'denials:read'> = ({ DENIALS_TABLE }) => {
  const known = new LRUCache<string, { readonly isDenied: boolean; readonly lookAgainAt: number }>({ max: most });

  const look = async (subjects: readonly string[]): Promise<void> => {
    const items = await batchGet({ [DENIALS_TABLE]: subjects.map((subject) => ({ subject })) });
    const denied = new Set((items[DENIALS_TABLE] ?? []).map((item) => subjectName(readDenial(item))));
    const lookAgainAt = performance.now() + freshMs;
    for (const subject of subjects) known.set(subject, { isDenied: denied.has(subject), lookAgainAt });
  };

  return {
    async isAnyDenied(subjects, onStale) {
      const unknown = subjects.filter((subject) => performance.now() >= (known.get(subject)?.lookAgainAt ?? 0));
      try {
        if (unknown.length > 0) await look(unknown);
      } catch (error) {
        if (unknown.some((subject) => !known.has(subject))) throw error;
        onStale(error);
      }
      return subjects.some((subject) => known.get(subject)?.isDenied);
    },
  };
};

/** Every denial there is. */
export const dynamoDbDenialList: Adapter<'denials:list'> = ({ DENIALS_TABLE: TableName }) => ({
  async all() {
    const denials: DenialRecord[] = [];
    const pages = paginateScan({ client: documents }, { TableName, ConsistentRead: true });
    for await (const { Items = [] } of pages) denials.push(...Items.map(readDenial));
    return denials;
  },
});
