import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCredentials, localRegion } from '../../../local/credentials.ts';
import { startDynamoDb } from '../../../local/dynamodb.ts';

const TableName = 'views';
let close: () => Promise<void>;
let client: DynamoDBDocumentClient;

beforeAll(async () => {
  const server = await startDynamoDb({ tables: [{ name: TableName, partitionKey: 'id', sortKey: 'day' }] });
  const plain = new DynamoDBClient({
    endpoint: server.url,
    region: localRegion,
    credentials: localCredentials,
    maxAttempts: 1,
  });
  client = DynamoDBDocumentClient.from(plain);
  close = async () => {
    plain.destroy();
    await server.close();
  };
});
afterAll(() => close());

type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const keyOf = (id: string) => ({ id, day: '1' });
const read = async (id: string) =>
  (await client.send(new GetCommand({ TableName, Key: keyOf(id), ConsistentRead: true }))).Item;
const put = (id: string, n: number) => client.send(new PutCommand({ TableName, Item: { ...keyOf(id), n } }));
const transact = (TransactItems: readonly Write[], ClientRequestToken?: string) =>
  client.send(new TransactWriteCommand({ TransactItems: [...TransactItems], ClientRequestToken }));
const toPut = (id: string, condition?: string): Write => ({
  Put: { TableName, Item: { ...keyOf(id), n: 1 }, ...(condition && { ConditionExpression: condition }) },
});
const toAdd = (id: string, more: object = {}): Write => ({
  Update: {
    TableName,
    Key: keyOf(id),
    UpdateExpression: 'ADD n :one',
    ExpressionAttributeValues: { ':one': 1 },
    ...more,
  },
});

describe('transactions of the DynamoDB emulator', () => {
  it('write nothing when the condition of any item fails, and name each reason in its place', async () => {
    await put('taken', 5);
    const must = 'attribute_not_exists(id)';

    await expect(transact([toAdd('other'), toPut('taken', must), toPut('new', must)])).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
    });

    expect([await read('other'), await read('taken'), await read('new')]).toEqual([
      undefined,
      { ...keyOf('taken'), n: 5 },
      undefined,
    ]);
  });

  it('check a condition on an item that they do not write', async () => {
    await put('checked', 5);
    const check = (n: number): Write => ({
      ConditionCheck: {
        TableName,
        Key: keyOf('checked'),
        ConditionExpression: '#n = :n',
        ExpressionAttributeNames: { '#n': 'n' },
        ExpressionAttributeValues: { ':n': n },
      },
    });

    await expect(transact([toPut('after check'), check(6)])).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
    });
    await transact([toPut('after check'), check(5)]);

    expect(await read('after check')).toMatchObject({ n: 1 });
    expect(await read('checked')).toMatchObject({ n: 5 });
  });

  it('are refused as a whole when an action is not valid as a call of its own', async () => {
    const wrong = toAdd('invalid', { UpdateExpression: 'ADD n :two' });

    await expect(transact([toPut('first'), wrong])).rejects.toMatchObject({ name: 'ValidationException' });

    expect(await read('first')).toBeUndefined();
  });

  it.each([
    ['an item twice', [toPut('same'), toAdd('same')]],
    ['more than 100 items', Array.from({ length: 101 }, (_, n) => toPut(`many ${n}`))],
    ['nothing', []],
  ])('are refused with %s', async (_what, items) => {
    await expect(transact(items)).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('happen once when they are sent again with their token', async () => {
    await transact([toAdd('counted')], 'token');
    await transact([toAdd('counted')], 'token');

    expect(await read('counted')).toMatchObject({ n: 1 });
    await expect(transact([toAdd('another')], 'token')).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    });
  });

  it('are cancelled while another one has an item of theirs', async () => {
    const items = [toAdd('contended'), toAdd('contended too')];
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => transact(items)));
    const done = answers.filter(({ status }) => status === 'fulfilled').length;
    const codes = answers.flatMap((one) =>
      one.status === 'rejected' ? one.reason.CancellationReasons.map(({ Code }: { Code: string }) => Code) : [],
    );

    expect(done).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set(['TransactionConflict']));
    expect(await read('contended')).toMatchObject({ n: done });
    expect(await read('contended too')).toMatchObject({ n: done });
  });

  it('refuse a write of an item that they have', async () => {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    const transaction = transact(Array.from({ length: 100 }, (_, n) => toAdd(`slow ${n}`))).then(end, end);
    const answers: string[] = [];
    while (!isOver)
      answers.push(
        await put('slow 99', 9).then(
          () => 'stored',
          ({ name }) => name,
        ),
      );
    await transaction;

    expect(answers).toContain('TransactionConflictException');
    expect(answers.filter((answer) => answer !== 'TransactionConflictException' && answer !== 'stored')).toEqual([]);
  });
});
