import { connect } from '../aws/connect.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbRevocationLister } from '../aws/dynamodb/revocations.ts';
import { secretsManagerSigningKeys } from '../aws/secrets-manager/signing-keys.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { listRevocations } from '../usecases/revocations/list-revocations.ts';

const ports = connect('listRevocations', {
  'callers:read': dynamoDbCallers,
  'revocations:list': dynamoDbRevocationLister,
  'signingKeys:read': secretsManagerSigningKeys,
});

/** GET /v1/revocations */
export const handler = endpoint('listRevocations', runtime, ports, ({ caller }, atRequest) =>
  listRevocations(ports, atRequest, caller),
);
