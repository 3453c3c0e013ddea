import { connect } from '../aws/connect.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbKeyLister } from '../aws/dynamodb/keys.ts';
import { dynamoDbUsageReader } from '../aws/dynamodb/usage.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { listKeys } from '../usecases/keys/list-keys.ts';

const ports = connect('listKeys', {
  'callers:read': dynamoDbCallers,
  'keys:list': dynamoDbKeyLister,
  'usage:read': dynamoDbUsageReader,
});

/** GET /v1/keys */
export const handler = endpoint('listKeys', runtime, ports, ({ caller }, atRequest) =>
  listKeys(ports, atRequest, caller),
);
