import { DeleteCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../../lambdas/aws/dynamodb/client.ts';
import type { tables } from '../../lambdas/config/tables.ts';

type Table = keyof typeof tables;
type Row = Record<string, unknown>;
type Key = Readonly<Record<string, unknown>>;

export const rowsOf = async (table: Table): Promise<Row[]> => {
  const scan = { TableName: process.env[table], ConsistentRead: true };
  return (await Array.fromAsync(paginateScan({ client: documents }, scan))).flatMap(({ Items = [] }) => Items);
};

/** Writes some fields of a row over, whatever the service thinks of them. */
export const setFields = (table: Table, key: Key, fields: Row) => {
  const names = Object.keys(fields);
  return documents.send(
    new UpdateCommand({
      TableName: process.env[table],
      Key: key,
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join()}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, fields[name]])),
    }),
  );
};

export const deleteRow = (table: Table, key: Key) =>
  documents.send(new DeleteCommand({ TableName: process.env[table], Key: key }));

/** Lets the time of every keyed request that is under way be over. */
export const endRuns = async (): Promise<void> => {
  for (const { id, part, until } of await rowsOf('IDEMPOTENCY_TABLE'))
    if (part === 'turn' && until !== 0) await setFields('IDEMPOTENCY_TABLE', { id, part }, { until: 0 });
};

/** Leases of images that are being rendered, or whose last rendering failed. */
export const renderLeases = async () => (await rowsOf('TREES_TABLE')).filter(({ part }) => part === 'lease');

/** Lets all leases be over: of images they are removed, of evaluations and pages they have expired. */
export const endLeases = async (): Promise<void> => {
  const over = { startedAt: new Date(0).toISOString(), retryAt: new Date(0).toISOString() };
  for (const { address, part, lease } of await rowsOf('TREES_TABLE'))
    if (lease) await setFields('TREES_TABLE', { address, part }, { lease: { ...lease, ...over } });
  for (const { address, part } of await renderLeases()) await deleteRow('TREES_TABLE', { address, part });
};
