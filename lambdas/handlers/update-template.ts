import '../runtime/warm-sandbox.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbFontLister } from '../aws/dynamodb/fonts.ts';
import { dynamoDbTemplateUpdater } from '../aws/dynamodb/templates.ts';
import { dynamoDbTreeWriter } from '../aws/dynamodb/trees.ts';
import { s3FontPackReader, s3FontPackStore } from '../aws/s3/font-packs.ts';
import { s3FontFileReader, s3SourceWriter } from '../aws/s3/sources.ts';
import { configuredFontSource } from '../font-source/configured-font-source.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { updateTemplate } from '../usecases/templates/update-template.ts';

const ports = connect('updateTemplate', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'fonts:read': dynamoDbFontLister,
  'fontFiles:read': s3FontFileReader,
  'fontPacks:read': s3FontPackReader,
  'fontPacks:write': s3FontPackStore,
  'fontSource:fetch': configuredFontSource,
  'sources:write': s3SourceWriter,
  'trees:write': dynamoDbTreeWriter,
  'templates:update': dynamoDbTemplateUpdater,
  'budgets:consume': dynamoDbBudgets,
});

/** PATCH /v1/templates/{templateId} */
export const handler = endpoint('updateTemplate', runtime, ports, ({ caller, templates, path, body }, atRequest) =>
  updateTemplate(ports, atRequest, caller, templates.get(path.templateId), body),
);
