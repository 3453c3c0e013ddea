import { connect } from '../aws/connect.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbTemplateLister } from '../aws/dynamodb/templates.ts';
import { dynamoDbUsageReader } from '../aws/dynamodb/usage.ts';
import { secretsManagerSigningKeys } from '../aws/secrets-manager/signing-keys.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { listTemplates } from '../usecases/templates/list-templates.ts';

const ports = connect('listTemplates', {
  'callers:read': dynamoDbCallers,
  'templates:list': dynamoDbTemplateLister,
  'signingKeys:read': secretsManagerSigningKeys,
  'usage:read': dynamoDbUsageReader,
});

/** GET /v1/templates */
export const handler = endpoint('listTemplates', runtime, ports, ({ caller, query }, atRequest) =>
  listTemplates(ports, atRequest, caller, query.scope),
);
