import '../runtime/warm-sandbox.ts';
import { bedrockAuthor } from '../aws/bedrock/bedrock-author.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgetReader, dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbFontLister } from '../aws/dynamodb/fonts.ts';
import { dynamoDbIdempotencyStore } from '../aws/dynamodb/idempotency.ts';
import { dynamoDbGenerationQuota } from '../aws/dynamodb/quota-store.ts';
import { dynamoDbTemplateCreator } from '../aws/dynamodb/templates.ts';
import { dynamoDbTreeWriter } from '../aws/dynamodb/trees.ts';
import { s3FontPackReader, s3FontPackStore } from '../aws/s3/font-packs.ts';
import { s3FontFileReader, s3SourceWriter } from '../aws/s3/sources.ts';
import { configuredFontSource } from '../font-source/configured-font-source.ts';
import { streamingEndpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { generateTemplates } from '../usecases/generation/generate-templates.ts';

const ports = connect('generateTemplates', {
  'callers:read': dynamoDbCallers,
  'idempotency:write': dynamoDbIdempotencyStore,
  'author:ask': bedrockAuthor,
  'fonts:read': dynamoDbFontLister,
  'fontFiles:read': s3FontFileReader,
  'fontPacks:read': s3FontPackReader,
  'fontPacks:write': s3FontPackStore,
  'fontSource:fetch': configuredFontSource,
  'sources:write': s3SourceWriter,
  'trees:write': dynamoDbTreeWriter,
  'generations:spend': dynamoDbGenerationQuota,
  'templates:create': dynamoDbTemplateCreator,
  'budgets:consume': dynamoDbBudgets,
  'budgets:read': dynamoDbBudgetReader,
});

/** POST /v1/templates/generate */
export const handler = streamingEndpoint('generateTemplates', runtime, ports, ({ caller, body }, atRequest) =>
  generateTemplates(ports, atRequest, caller, body),
);
