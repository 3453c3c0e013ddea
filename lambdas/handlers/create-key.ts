import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbKeyCreator } from '../aws/dynamodb/keys.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { createKey } from '../usecases/keys/create-key.ts';

const ports = connect('createKey', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'keys:create': dynamoDbKeyCreator,
  'budgets:consume': dynamoDbBudgets,
});

/** POST /v1/keys */
export const handler = endpoint('createKey', runtime, ports, ({ caller, key, templates, body }, atRequest) =>
  createKey(ports, atRequest, caller, key, templates, body),
);
