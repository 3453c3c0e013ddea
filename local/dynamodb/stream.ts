import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { TableDefinition } from './tables.ts';

/** A string in DynamoDB's format. */
type Text = { readonly S: string };

/** A record of a stream that contains keys only. */
export interface StreamRecord {
  readonly dynamodb: { readonly Keys: Readonly<Record<string, Text>> };
}

type Reader = (table: string, record: StreamRecord) => void;

interface Write {
  readonly TableName: string;
  readonly Key?: Readonly<Record<string, Text>>;
  readonly Item?: Readonly<Record<string, Text>>;
}

/** Operations that change one item; deletions are omitted, like in the service's stream filter. */
const writes = /\.(?:PutItem|UpdateItem)$/;

/** Reports the key of the item that a request has written, once it succeeded. */
export const reportWrite = (
  tables: readonly TableDefinition[],
  headers: IncomingHttpHeaders,
  body: Buffer,
  response: ServerResponse,
  report: Reader,
): void => {
  if (!writes.test(String(headers['x-amz-target']))) return;
  response.once('finish', () => {
    if (response.statusCode !== 200) return;
    const { TableName, Key, Item = Key }: Write = JSON.parse(body.toString('utf8'));
    const table = tables.find(({ name }) => name === TableName);
    if (!table || !Item) return;
    const names = [table.partitionKey, ...(table.sortKey === undefined ? [] : [table.sortKey])];
    const Keys = Object.fromEntries(names.flatMap((name) => (Item[name] ? [[name, Item[name]]] : [])));
    report(TableName, { dynamodb: { Keys } });
  });
};
