import '../runtime/warm-sandbox.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbFontLister } from '../aws/dynamodb/fonts.ts';
import { dynamoDbIdempotencyStore } from '../aws/dynamodb/idempotency.ts';
import { dynamoDbTemplateCreator } from '../aws/dynamodb/templates.ts';
import { dynamoDbTreeWriter } from '../aws/dynamodb/trees.ts';
import { s3FontPackReader, s3FontPackStore } from '../aws/s3/font-packs.ts';
import { s3FontFileReader, s3SourceWriter } from '../aws/s3/sources.ts';
import { configuredFontSource } from '../font-source/configured-font-source.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { createTemplate } from '../usecases/templates/create-template.ts';

const ports = connect('createTemplate', {
  'callers:read': dynamoDbCallers,
  'idempotency:write': dynamoDbIdempotencyStore,
  'fonts:read': dynamoDbFontLister,
  'fontFiles:read': s3FontFileReader,
  'fontPacks:read': s3FontPackReader,
  'fontPacks:write': s3FontPackStore,
  'fontSource:fetch': configuredFontSource,
  'sources:write': s3SourceWriter,
  'trees:write': dynamoDbTreeWriter,
  'templates:create': dynamoDbTemplateCreator,
  'budgets:consume': dynamoDbBudgets,
});

/** POST /v1/templates */
export const handler = endpoint('createTemplate', runtime, ports, ({ caller, body }, atRequest) =>
  createTemplate(ports, atRequest, caller, body),
);
