import { cloudFrontEdgeRevocationAdder } from '../aws/cloudfront/edge-revocations.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbRevocationAdder } from '../aws/dynamodb/revocations.ts';
import { dynamoDbSigningKeyDeleter } from '../aws/dynamodb/signing-keys.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { deleteSigningKey } from '../usecases/keys/delete-signing-key.ts';

const ports = connect('deleteSigningKey', {
  'callers:read': dynamoDbCallers,
  'accountKeys:delete': dynamoDbSigningKeyDeleter,
  'budgets:consume': dynamoDbBudgets,
  'revocations:add': dynamoDbRevocationAdder,
  'edgeRevocations:add': cloudFrontEdgeRevocationAdder,
});

/** DELETE /v1/signing-keys/{signingKeyId} */
export const handler = endpoint('deleteSigningKey', runtime, ports, ({ caller, path, query }, atRequest) =>
  deleteSigningKey(ports, atRequest, caller, path.signingKeyId, query.revoke === 'true'),
);
