import '../runtime/warm-sandbox.ts';
import { bedrockAuthor } from '../aws/bedrock/bedrock-author.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgetReader, dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbFontLister } from '../aws/dynamodb/fonts.ts';
import { dynamoDbIdempotencyStore } from '../aws/dynamodb/idempotency.ts';
import { dynamoDbGenerationQuota } from '../aws/dynamodb/quota-store.ts';
import { dynamoDbTemplateUpdater } from '../aws/dynamodb/templates.ts';
import { dynamoDbTreeWriter } from '../aws/dynamodb/trees.ts';
import { s3FontPackReader, s3FontPackStore } from '../aws/s3/font-packs.ts';
import { s3FontFileReader, s3SourceReader, s3SourceWriter } from '../aws/s3/sources.ts';
import { configuredFontSource } from '../font-source/configured-font-source.ts';
import { streamingEndpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { reviseTemplate } from '../usecases/generation/revise-template.ts';

const ports = connect('reviseTemplate', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'idempotency:write': dynamoDbIdempotencyStore,
  'author:ask': bedrockAuthor,
  'fonts:read': dynamoDbFontLister,
  'fontFiles:read': s3FontFileReader,
  'fontPacks:read': s3FontPackReader,
  'fontPacks:write': s3FontPackStore,
  'fontSource:fetch': configuredFontSource,
  'sources:read': s3SourceReader,
  'sources:write': s3SourceWriter,
  'trees:write': dynamoDbTreeWriter,
  'generations:spend': dynamoDbGenerationQuota,
  'templates:update': dynamoDbTemplateUpdater,
  'budgets:consume': dynamoDbBudgets,
  'budgets:read': dynamoDbBudgetReader,
});

/** POST /v1/templates/{templateId}/revise */
export const handler = streamingEndpoint(
  'reviseTemplate',
  runtime,
  ports,
  ({ caller, templates, path, body }, atRequest) =>
    reviseTemplate(ports, atRequest, caller, templates.get(path.templateId), body),
);
