import '../runtime/warm-sandbox.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbFontLister } from '../aws/dynamodb/fonts.ts';
import { dynamoDbTemplateUpdater } from '../aws/dynamodb/templates.ts';
import { dynamoDbTreeWriter } from '../aws/dynamodb/trees.ts';
import { dynamoDbVersionReader } from '../aws/dynamodb/versions.ts';
import { s3FontPackReader, s3FontPackStore } from '../aws/s3/font-packs.ts';
import { s3FontFileReader, s3SourceReader, s3SourceWriter } from '../aws/s3/sources.ts';
import { configuredFontSource } from '../font-source/configured-font-source.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { restoreVersion } from '../usecases/templates/restore-version.ts';

const ports = connect('restoreVersion', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'versions:read': dynamoDbVersionReader,
  'fonts:read': dynamoDbFontLister,
  'fontFiles:read': s3FontFileReader,
  'fontPacks:read': s3FontPackReader,
  'fontPacks:write': s3FontPackStore,
  'fontSource:fetch': configuredFontSource,
  'sources:read': s3SourceReader,
  'sources:write': s3SourceWriter,
  'trees:write': dynamoDbTreeWriter,
  'templates:update': dynamoDbTemplateUpdater,
  'budgets:consume': dynamoDbBudgets,
});

/** POST /v1/templates/{templateId}/versions/{version}/restore */
export const handler = endpoint('restoreVersion', runtime, ports, ({ caller, templates, path }, atRequest) =>
  restoreVersion(ports, atRequest, caller, templates.get(path.templateId), path.version),
);
