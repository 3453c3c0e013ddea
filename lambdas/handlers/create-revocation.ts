import { cloudFrontEdgeRevocationAdder } from '../aws/cloudfront/edge-revocations.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbRevocationAdder } from '../aws/dynamodb/revocations.ts';
import { dynamoDbTemplateTracer } from '../aws/dynamodb/templates.ts';
import { dynamoDbVersionReader } from '../aws/dynamodb/versions.ts';
import { secretsManagerVerifyingKeys } from '../aws/secrets-manager/signing-keys.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { createRevocation } from '../usecases/revocations/create-revocation.ts';

const ports = connect('createRevocation', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'templates:trace': dynamoDbTemplateTracer,
  'versions:read': dynamoDbVersionReader,
  'signingKeys:verify': secretsManagerVerifyingKeys,
  'revocations:add': dynamoDbRevocationAdder,
  'edgeRevocations:add': cloudFrontEdgeRevocationAdder,
});

/** POST /v1/revocations */
export const handler = endpoint('createRevocation', runtime, ports, ({ caller, templates, body }, atRequest) =>
  createRevocation(ports, atRequest, caller, templates, body),
);
