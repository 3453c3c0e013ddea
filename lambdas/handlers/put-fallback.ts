import '../runtime/warm-sandbox.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbFontLister } from '../aws/dynamodb/fonts.ts';
import { dynamoDbFallbackWriter } from '../aws/dynamodb/on-demand.ts';
import { dynamoDbTreeWriter } from '../aws/dynamodb/trees.ts';
import { httpImageHost } from '../aws/http/image-host.ts';
import { s3RenderPlanReader } from '../aws/s3/sources.ts';
import { secretsManagerSigningKeys } from '../aws/secrets-manager/signing-keys.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { putFallback } from '../usecases/images/put-fallback.ts';

const ports = connect('putFallback', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'renderPlans:read': s3RenderPlanReader,
  'fonts:read': dynamoDbFontLister,
  'trees:write': dynamoDbTreeWriter,
  'images:request': httpImageHost,
  'signingKeys:read': secretsManagerSigningKeys,
  'budgets:consume': dynamoDbBudgets,
  'fallback:write': dynamoDbFallbackWriter,
});

/** PUT /v1/fallback */
export const handler = endpoint('putFallback', runtime, ports, ({ caller, templates, body }, atRequest) =>
  putFallback(ports, atRequest, caller, templates, body),
);
