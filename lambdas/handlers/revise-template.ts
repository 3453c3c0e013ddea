import '../first-evaluator.ts';
import { bedrockAuthor } from '../aws/bedrock-author.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgetReader, dynamoDbBudgets } from '../aws/dynamodb-budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb-callers.ts';
import { dynamoDbFontLister } from '../aws/dynamodb-fonts.ts';
import { dynamoDbIdempotencyKeeper } from '../aws/dynamodb-idempotency.ts';
import { dynamoDbGenerationLedger } from '../aws/dynamodb-ledger.ts';
import { dynamoDbTemplateUpdater } from '../aws/dynamodb-templates.ts';
import { dynamoDbTreeWriter } from '../aws/dynamodb-trees.ts';
import { s3FontFileReader, s3SourceReader, s3SourceWriter } from '../aws/s3-sources.ts';
import { streamingEndpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime.ts';
import { reviseTemplate } from '../usecases/revise-template.ts';

const ports = connect('reviseTemplate', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'idempotency:keep': dynamoDbIdempotencyKeeper,
  'author:ask': bedrockAuthor,
  'fonts:read': dynamoDbFontLister,
  'fontFiles:read': s3FontFileReader,
  'sources:read': s3SourceReader,
  'sources:write': s3SourceWriter,
  'trees:write': dynamoDbTreeWriter,
  'generations:spend': dynamoDbGenerationLedger,
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
