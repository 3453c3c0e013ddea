import { setTimeout as pause } from 'node:timers/promises';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import { type ObservedCall, observeCalls } from '../../lambdas/aws/observed-client.ts';
import type { FunctionId } from '../../lambdas/config/functions.ts';
import { type TableSchema, tables } from '../../lambdas/config/tables.ts';
import { getRunningFunction } from '../../local/granted-calls.ts';

/** A signed call of a request. */
export interface RecordedCall {
  /** Rounds of calls, one after the other, that had begun with this one; calls of one round run at the same time. */
  readonly round: number;
  /** Whether it began after the answer was sent. */
  readonly isAfter: boolean;
  /** `DynamoDB BatchGetItem`, `S3 GetObject`. */
  readonly operation: string;
  /** What it is about: tables with the kinds of their items, folders of a bucket. */
  readonly on: readonly string[];
  /** Units that DynamoDB reports, by table. */
  readonly readUnits: Readonly<Record<string, number>>;
  readonly writeUnits: Readonly<Record<string, number>>;
}

interface Units {
  readonly TableName?: string;
  readonly CapacityUnits?: number;
}
interface Answer {
  readonly output?: { readonly ConsumedCapacity?: Units | readonly Units[] };
}

/** Milliseconds without a new call after which all calls of a round have begun: longer than work between two calls. */
const quietMs = 250;

type Values = Readonly<Record<string, unknown>>;

const schemas = new Map<string, TableSchema>(
  Object.entries(tables).map(([variable, schema]) => [variable.replace('_TABLE', '').toLowerCase(), schema]),
);

/** Returns a table with the kind of an item, with which its partition key begins, if it has several. */
const describeItem = (table: string, key: Values | undefined): string => {
  const { partitionKey = '', kinds } = schemas.get(table) ?? {};
  const partition = key?.[partitionKey] ?? key?.[':partition'];
  const text = String(
    typeof partition === 'object' && partition !== null && 'S' in partition ? partition.S : partition,
  );
  return kinds ? `${table} ${text.split(' ', 1)[0]}` : table;
};

/** Returns what a call is about, each once. */
const describeTarget = ({ input }: ObservedCall): string[] => {
  const { TableName, Key, Item, ExpressionAttributeValues, RequestItems, Bucket, SecretId } = input as {
    readonly TableName?: string;
    readonly Key?: string | Values;
    readonly Item?: Values;
    readonly ExpressionAttributeValues?: Values;
    readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Values[] }>>;
    readonly Bucket?: string;
    readonly SecretId?: string;
  };
  if (Bucket !== undefined) return [`${Bucket}/${String(Key).split('/', 1)[0]}`];
  if (SecretId !== undefined) return [SecretId];
  if (RequestItems)
    return Object.entries(RequestItems).flatMap(([table, { Keys }]) => [
      ...new Set(Keys.map((one) => describeItem(table, one))),
    ]);
  const key = Item ?? (Key as Values | undefined) ?? ExpressionAttributeValues;
  return TableName === undefined ? [] : [describeItem(TableName, key)];
};

/** Asks DynamoDB what each call costs, from here on. */
export const askForUnits = (): void => {
  type Next = (call: { readonly input: object }) => Promise<Answer>;
  const ask =
    (next: Next): Next =>
    (call) =>
      next({ ...call, input: { ...call.input, ReturnConsumedCapacity: 'TOTAL' } });
  documents.middlewareStack.add(
    ask as never,
    { step: 'initialize', priority: 'low', name: 'units', override: true } as never,
  );
};

/**
 * Holds the calls of some functions until none follows, then lets all of them go: one round. What is recorded does not
 * depend on how long a call takes, so that it is the same on every machine.
 *
 * @param ids functions whose calls are recorded; those of others are not held
 */
export const recordRounds = (ids: readonly FunctionId[]) => {
  const calls: RecordedCall[] = [];
  let held: (() => void)[] = [];
  let [round, isAnswered, underWay, lastAt, isOver] = [0, false, 0, 0, false];
  const touch = () => {
    lastAt = performance.now();
  };
  const watch = (async () => {
    while (!isOver) {
      await pause(10);
      if (held.length === 0 || underWay > 0 || performance.now() - lastAt < quietMs) continue;
      const together = held;
      held = [];
      round += 1;
      for (const go of together) go();
    }
  })();
  const stop = observeCalls(async (call, send) => {
    const id = getRunningFunction();
    if (id === undefined || !ids.includes(id)) return send();
    touch();
    const turn = Promise.withResolvers<void>();
    held.push(turn.resolve);
    const isAfter = isAnswered;
    await turn.promise;
    const began = round;
    underWay += 1;
    let units: Record<string, number> = {};
    try {
      const answer = (await send()) as Answer;
      const consumed = [answer.output?.ConsumedCapacity ?? []].flat();
      units = Object.fromEntries(consumed.map(({ TableName = '', CapacityUnits = 0 }) => [TableName, CapacityUnits]));
      return answer;
    } finally {
      const command = call.commandName.replace(/Command$/, '');
      const isRead = /^(Get|BatchGet|Query)/.test(command);
      calls.push({
        ...{ round: began, isAfter, operation: `${call.clientName.replace(/Client$/, '')} ${command}` },
        ...{ on: describeTarget(call), readUnits: isRead ? units : {}, writeUnits: isRead ? {} : units },
      });
      underWay -= 1;
      touch();
    }
  });
  return {
    /** Says that the first byte of the answer was sent. */
    answered: () => {
      isAnswered = true;
    },
    /** Ends the recording, once no more call comes. @returns the calls in the order in which they began */
    async end(): Promise<readonly RecordedCall[]> {
      touch();
      while (held.length > 0 || underWay > 0 || performance.now() - lastAt < 2 * quietMs) await pause(10);
      isOver = true;
      stop();
      await watch;
      return calls.toSorted((a, b) => a.round - b.round);
    },
  };
};
