#!/usr/bin/env bash
# dynalite leaves the iterators of its queries open
#
# Packages: dynalite@4.0.0, @aws-sdk/client-dynamodb@3.1162.0.
# Behaviour: a query ends its iterator by `return`, which iterators of Level do not have, so none is closed.
# Most would expect: as many iterators closed as opened; an open one keeps the state of its database, and memory grows with every query.
# Seen on 2026-11-29: 20 opened, 0 closed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund --save-exact dynalite@4.0.0 @aws-sdk/client-dynamodb@3.1162.0 >>npm.log 2>&1
cat >run.mjs <<'JS'
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { CreateTableCommand, DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';

// without a path dynalite keeps its tables in memory-level
const { MemoryLevel } = createRequire(createRequire(import.meta.url).resolve('dynalite'))('memory-level');
const counts = { opened: 0, closed: 0 };
for (const method of ['keys', 'values', 'iterator']) {
  const open = MemoryLevel.prototype[method];
  MemoryLevel.prototype[method] = function (...options) {
    const iterator = open.apply(this, options);
    counts.opened += 1;
    const close = iterator.close;
    iterator.close = function () {
      counts.closed += 1;
      return close.call(this);
    };
    return iterator;
  };
}

const server = dynalite({ createTableMs: 0 });
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const client = new DynamoDBClient({
  endpoint: `http://127.0.0.1:${server.address().port}`,
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
const query = () =>
  client.send(
    new QueryCommand({
      TableName: 'Things',
      KeyConditionExpression: 'id = :id',
      ExpressionAttributeValues: { ':id': { S: 'a' } },
    }),
  );
await client.send(
  new CreateTableCommand({
    TableName: 'Things',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  }),
);
// until the table is active
while (!(await query().catch(() => false)));
Object.assign(counts, { opened: 0, closed: 0 });
for (let n = 0; n < 20; n += 1) await query();
console.log(counts);
assert.deepEqual(counts, { opened: 20, closed: 0 });
process.exit();
JS
node run.mjs
