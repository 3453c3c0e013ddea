import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbKeyDeleter } from '../aws/dynamodb/keys.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { deleteKey } from '../usecases/keys/delete-key.ts';

const ports = connect('deleteKey', {
  'callers:read': dynamoDbCallers,
  'keys:delete': dynamoDbKeyDeleter,
  'budgets:consume': dynamoDbBudgets,
});

/** DELETE /v1/keys/{keyId} */
export const handler = endpoint('deleteKey', runtime, ports, ({ caller, path }) =>
  deleteKey(ports, caller, path.keyId),
);
