import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbSigningKeyCreator } from '../aws/dynamodb/signing-keys.ts';
import { secretsManagerSigningKeys } from '../aws/secrets-manager/signing-keys.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { createSigningKey } from '../usecases/keys/create-signing-key.ts';

const ports = connect('createSigningKey', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'signingKeys:read': secretsManagerSigningKeys,
  'accountKeys:create': dynamoDbSigningKeyCreator,
  'budgets:consume': dynamoDbBudgets,
});

/** POST /v1/signing-keys */
export const handler = endpoint('createSigningKey', runtime, ports, ({ caller, key, templates, body }, atRequest) =>
  createSigningKey(ports, atRequest, caller, key, templates, body),
);
