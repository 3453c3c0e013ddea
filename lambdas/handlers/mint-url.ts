import '../runtime/warm-sandbox.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbFontLister } from '../aws/dynamodb/fonts.ts';
import { dynamoDbIdempotencyStore } from '../aws/dynamodb/idempotency.ts';
import { dynamoDbFrozenImages } from '../aws/dynamodb/on-demand.ts';
import { dynamoDbMintQuota } from '../aws/dynamodb/quota-store.ts';
import { dynamoDbTreeWriter } from '../aws/dynamodb/trees.ts';
import { dynamoDbVersionReader } from '../aws/dynamodb/versions.ts';
import { httpImageHost } from '../aws/http/image-host.ts';
import { s3RenderPlanReader } from '../aws/s3/sources.ts';
import { secretsManagerSigningKeys } from '../aws/secrets-manager/signing-keys.ts';
import { sqsPrewarms } from '../aws/sqs/prewarms.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { mintUrl } from '../usecases/mint/mint-url.ts';

const ports = connect('mintUrl', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'idempotency:write': dynamoDbIdempotencyStore,
  'versions:read': dynamoDbVersionReader,
  'renderPlans:read': s3RenderPlanReader,
  'fonts:read': dynamoDbFontLister,
  'trees:write': dynamoDbTreeWriter,
  'images:request': httpImageHost,
  'prewarms:order': sqsPrewarms,
  'signingKeys:read': secretsManagerSigningKeys,
  'mints:spend': dynamoDbMintQuota,
  'budgets:consume': dynamoDbBudgets,
  'onDemand:freeze': dynamoDbFrozenImages,
});

/** POST /v1/url */
export const handler = endpoint('mintUrl', runtime, ports, ({ caller, templates, body }, atRequest) =>
  mintUrl(ports, atRequest, caller, templates, body),
);
