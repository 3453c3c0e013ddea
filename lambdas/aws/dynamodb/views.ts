import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { dayMs } from '../../domain/days.ts';
import { toSeconds } from '../../domain/records/record.ts';
import {
  countedFileDays,
  getFileKey,
  getViewKey,
  latestLog,
  latestLogKey,
  readTemplateViews,
  storedImageViews,
  type ViewRow,
  viewDays,
  viewPrefixes,
} from '../../domain/records/view-records.ts';
import { toBatches } from '../batches.ts';
import { documents } from './client.ts';
import { getItem, queryItems, setItem } from './table.ts';

/** Maximum number of writes in a transaction; one of them says that the others are done. */
const rowsPerTransaction = 99;
/** Maximum number of tries of a transaction that another one, of another file, is in the way of. */
const triesAtMost = 12;

type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Returns whether a transaction was refused because its first write, the mark, was there. */
const isCountedBefore = ({ CancellationReasons = [] }: TransactionCanceledException): boolean =>
  CancellationReasons[0]?.Code === 'ConditionalCheckFailed';

const isInTheWay = ({ CancellationReasons = [] }: TransactionCanceledException): boolean =>
  CancellationReasons.some(({ Code }) => Code === 'TransactionConflict' || Code === 'ThrottlingError');

export const dynamoDbViewCounter = ({ VIEWS_TABLE, VIEWS }: EnvironmentOf<'views:count'>) => {
  const toUpdate = (row: ViewRow): Write => {
    const expires = toSeconds(new Date(Date.parse(row.day) + viewDays * dayMs));
    const counts = row.kind === 'template' ? Object.entries(row.counts) : [['views', row.count] as const];
    const own = row.kind === 'image' ? { subject: row.subject, signed: row.signed } : {};
    const set = Object.entries({ expires, ...own });
    return {
      Update: {
        TableName: VIEWS_TABLE,
        Key: getViewKey(row),
        UpdateExpression: `ADD ${counts.map((_, n) => `#c${n} :c${n}`).join(', ')} SET ${set.map((_, n) => `#s${n} = :s${n}`).join(', ')}`,
        ExpressionAttributeNames: {
          ...Object.fromEntries(counts.map(([name], n) => [`#c${n}`, name])),
          ...Object.fromEntries(set.map(([name], n) => [`#s${n}`, name])),
        },
        ExpressionAttributeValues: {
          ...Object.fromEntries(counts.map(([, count], n) => [`:c${n}`, count])),
          ...Object.fromEntries(set.map(([, value], n) => [`:s${n}`, value])),
        },
      },
    };
  };

  /** Counts rows and marks that they are counted, or does nothing if the mark is there. */
  const countOnce = async (mark: Write, rows: readonly ViewRow[]): Promise<void> => {
    const command = new TransactWriteCommand({ TransactItems: [mark, ...rows.map(toUpdate)] });
    for (let tries = 1; ; tries += 1)
      try {
        return void (await documents.send(command));
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        if (isCountedBefore(error)) return;
        if (!isInTheWay(error) || tries === triesAtMost) throw error;
        await setTimeout(Math.random() * Math.min(2_000, 20 * 2 ** tries));
      }
  };

  return {
    setting: VIEWS,
    /**
     * Adds the rows of a log file to the counts, each row with one write and once, however often the file is counted: a
     * part of it is one transaction, which also marks that this part is done.
     *
     * @param rows in an order that depends on the file only
     * @param group of rows that are always counted in the same order, such as those of templates
     */
    async count(file: string, group: string, rows: readonly ViewRow[], now: Date): Promise<void> {
      const expires = toSeconds(new Date(now.getTime() + countedFileDays * dayMs));
      for (const [n, part] of toBatches(rows, rowsPerTransaction).entries()) {
        const Item = { ...getFileKey(file, `${group} ${n}`), expires };
        const ConditionExpression = 'attribute_not_exists(accountId)';
        await countOnce({ Put: { TableName: VIEWS_TABLE, Item, ConditionExpression } }, part);
      }
    },
    /** Stores the time of the latest request in a log, unless a later one is stored. */
    async noteLatest(at: Date): Promise<void> {
      const isLater = 'attribute_not_exists(#at) OR #at < :at';
      await setItem(VIEWS_TABLE, { ...latestLogKey }, { at: at.toISOString() }, isLater);
    },
  };
};

export const dynamoDbViewReader = ({ VIEWS_TABLE, VIEWS }: EnvironmentOf<'views:read'>) => {
  const query = (accountId: string, kind: keyof typeof viewPrefixes, from: string, to: string) =>
    queryItems(
      VIEWS_TABLE,
      { accountId },
      {
        ...{ sort: 'part BETWEEN :from AND :to', ConsistentRead: false },
        // sorts after every row of the last day
        values: { ':from': `${viewPrefixes[kind]} ${from}`, ':to': `${viewPrefixes[kind]} ${to}~` },
      },
    );
  return {
    setting: VIEWS,
    /** Yields the counts of an account's templates on each day, both days included. */
    async *ofTemplates(accountId: string, from: string, to: string) {
      for await (const item of query(accountId, 'template', from, to)) yield readTemplateViews(item);
    },
    /** Yields the counts of an account's images on each day, both days included. */
    async *ofImages(accountId: string, from: string, to: string) {
      for await (const item of query(accountId, 'image', from, to)) yield storedImageViews.parse(item);
    },
    /** Returns the time of the latest request in any log; undefined before the first one was read. */
    async latest(): Promise<Date | undefined> {
      const item = await getItem(VIEWS_TABLE, { ...latestLogKey });
      return item && new Date(latestLog.parse(item).at);
    },
  };
};
