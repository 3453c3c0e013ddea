import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { dayMs } from 'image-url-contract/days.ts';
import { limits } from 'image-url-contract/limits.ts';
import type { EnvironmentOf } from '../../config/capabilities.ts';
import { type Item, toSeconds } from '../../domain/records/record.ts';
import {
  countedFileDays,
  erasedImages,
  getFileKey,
  getImageCountKey,
  getViewKey,
  type ImageViews,
  latestLogKey,
  storedImageCount,
  type TemplateViews,
  viewDays,
} from '../../domain/records/view-records.ts';
import { getImageName } from '../../domain/views/viewed-image.ts';
import { toBatches } from '../batches.ts';
import { documents } from './client.ts';
import { batchGet, setItem } from './table.ts';

/**
 * Maximum number of rows in a transaction, which is of 100 writes: one says that the others are done. Each image may be of
 * an account and day of its own, whose number of images is counted, and its row, that number and its erasure are read
 * with one batch, which is of 100 keys.
 */
const rowsPerTransaction = { template: 99, image: 33 } as const;
/** Maximum number of tries of a transaction that another one, of another file, is in the way of. */
const triesAtMost = 12;

type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Returns whether a transaction was refused because its first write, the mark, was there. */
const isCountedBefore = ({ CancellationReasons = [] }: TransactionCanceledException): boolean =>
  CancellationReasons[0]?.Code === 'ConditionalCheckFailed';

/** Reasons for which another try may succeed; a condition fails when another file has counted images of the same day. */
const passing: readonly (string | undefined)[] = [
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
];
const isInTheWay = ({ CancellationReasons = [] }: TransactionCanceledException): boolean =>
  CancellationReasons.some(({ Code }) => passing.includes(Code));

/** What a group of rows is counted with. */
interface Counting {
  readonly file: string;
  /** Name of the group, whose rows are always counted in the same order. */
  readonly group: string;
  isClosed(accountId: string): Promise<boolean>;
  readonly now: Date;
}

const keyText = ({ accountId, part }: Item): string => `${accountId} ${part}`;

export const dynamoDbViewCounter = ({ VIEWS_TABLE, VIEWS }: EnvironmentOf<'views:count'>) => {
  const toUpdate = (Key: Item, day: string, counts: Readonly<Record<string, number>>, also: Item = {}): Write => {
    const expires = toSeconds(new Date(Date.parse(day) + viewDays * dayMs));
    const adds = Object.entries(counts);
    const sets = Object.entries({ expires, ...also });
    return {
      Update: {
        ...{ TableName: VIEWS_TABLE, Key },
        UpdateExpression: `ADD ${adds.map((_, n) => `#c${n} :c${n}`).join(', ')} SET ${sets.map((_, n) => `#s${n} = :s${n}`).join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries([
          ...adds.map(([name], n) => [`#c${n}`, name]),
          ...sets.map(([name], n) => [`#s${n}`, name]),
        ]),
        ExpressionAttributeValues: Object.fromEntries([
          ...adds.map(([, count], n) => [`:c${n}`, count]),
          ...sets.map(([, value], n) => [`:s${n}`, value]),
        ]),
      },
    };
  };

  const toTemplateWrites = async (rows: readonly TemplateViews[]): Promise<Write[]> =>
    rows.map((row) => toUpdate(getViewKey(row), row.day, row.counts));

  /** Returns the write that counts new images of an account and day, which fails if there were too many meanwhile. */
  const toCount = (of: ImageViews, rows: number): Write => {
    const { Update } = toUpdate(getImageCountKey(of), of.day, { rows });
    const most = limits.viewedImages - rows;
    return {
      Update: {
        ...(Update as NonNullable<typeof Update>),
        ConditionExpression: 'attribute_not_exists(#c0) OR #c0 <= :most',
        ExpressionAttributeValues: { ...Update?.ExpressionAttributeValues, ':most': most },
      },
    };
  };

  /**
   * Returns the writes that count images: none of one that was erased since, and on each day of an account of
   * `limits.viewedImages` at most. Views of all others are counted by template alone.
   */
  const toImageWrites = async (rows: readonly ImageViews[]): Promise<Write[]> => {
    const names = rows.map(({ accountId, signed }) => ({ accountId, name: getImageName(accountId, signed) ?? '' }));
    const keys = [...rows.map(getViewKey), ...rows.map(getImageCountKey), ...names.map(erasedImages.toKey)];
    const distinct = new Map(keys.map((key) => [keyText(key), key]));
    const itemsOf = await batchGet({ [VIEWS_TABLE]: [...distinct.values()] });
    const found = new Map(itemsOf(VIEWS_TABLE).map((item) => [keyText(item), item]));
    const isErased = ({ day }: ImageViews, n: number): boolean => {
      const item = found.get(keyText(erasedImages.toKey(names[n] ?? { accountId: '', name: '' })));
      return item !== undefined && day <= erasedImages.read(item).erasedAt.toISOString().slice(0, 10);
    };
    const writes: Write[] = [];
    const left = rows.filter((row, n) => !isErased(row, n));
    for (const [counter, ofDay] of Map.groupBy(left, (row) => keyText(getImageCountKey(row)))) {
      const isKnown = (row: ImageViews): boolean => found.has(keyText(getViewKey(row)));
      const room = limits.viewedImages - storedImageCount.parse(found.get(counter) ?? {}).rows;
      const added = ofDay.filter((row) => !isKnown(row)).slice(0, Math.max(0, room));
      for (const row of [...ofDay.filter(isKnown), ...added]) {
        const { subject, signed, day, count } = row;
        writes.push(toUpdate(getViewKey(row), day, { views: count }, { subject, signed }));
      }
      if (added[0]) writes.push(toCount(added[0], added.length));
    }
    return writes;
  };

  /** Counts rows and marks that they are counted, or does nothing if the mark is there. @returns false for another try */
  const tryOnce = async (mark: Write, writes: readonly Write[], isLast: boolean): Promise<boolean> => {
    if (writes.length === 0) return true;
    try {
      await documents.send(new TransactWriteCommand({ TransactItems: [mark, ...writes] }));
      return true;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      if (isCountedBefore(error)) return true;
      if (!isInTheWay(error) || isLast) throw error;
      return false;
    }
  };

  const countOnce = async (mark: Write, getWrites: () => Promise<readonly Write[]>): Promise<void> => {
    for (let tries = 1; !(await tryOnce(mark, await getWrites(), tries === triesAtMost)); tries += 1)
      await setTimeout(Math.random() * Math.min(2_000, 20 * 2 ** tries));
  };

  const countBatches = async <R extends { readonly accountId: string }>(
    batches: readonly (readonly R[])[],
    { file, group, isClosed, now }: Counting,
    toWrites: (rows: readonly R[]) => Promise<Write[]>,
  ): Promise<void> => {
    const getOpen = async (rows: readonly R[]): Promise<readonly R[]> => {
      const areClosed = await Promise.all(rows.map(({ accountId }) => isClosed(accountId)));
      return rows.filter((_, n) => !areClosed[n]);
    };
    const expires = toSeconds(new Date(now.getTime() + countedFileDays * dayMs));
    for (const [n, rows] of batches.entries()) {
      const Item = { ...getFileKey(file, `${group} ${n}`), expires };
      const mark = { Put: { TableName: VIEWS_TABLE, Item, ConditionExpression: 'attribute_not_exists(accountId)' } };
      // a batch is the same whatever was closed meanwhile
      await countOnce(mark, async () => {
        const open = await getOpen(rows);
        return open.length > 0 ? toWrites(open) : [];
      });
    }
  };

  return {
    setting: VIEWS,
    /**
     * Adds rows of a log file to the counts of accounts that are not closed, each row with one write and once, however
     * often the file is counted: a part of it is one transaction, which also marks that this part is done.
     *
     * @param rows in an order that depends on the file only
     */
    countTemplates: (rows: readonly TemplateViews[], counting: Counting): Promise<void> =>
      countBatches(toBatches(rows, rowsPerTransaction.template), counting, toTemplateWrites),
    /** Like `countTemplates`, for images, except erased ones and those beyond `limits.viewedImages` of a day. */
    countImages: (rows: readonly ImageViews[], counting: Counting): Promise<void> =>
      countBatches(toBatches(rows, rowsPerTransaction.image), counting, toImageWrites),
    /** Stores the time of the latest request in a log, unless a later one is stored. */
    async noteLatest(at: Date): Promise<void> {
      const isLater = 'attribute_not_exists(#at) OR #at < :at';
      await setItem(VIEWS_TABLE, { ...latestLogKey }, { at: at.toISOString() }, isLater);
    },
  };
};
