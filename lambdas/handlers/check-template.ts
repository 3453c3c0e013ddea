import '../runtime/warm-sandbox.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb/budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbFontLister } from '../aws/dynamodb/fonts.ts';
import { dynamoDbUsageReader } from '../aws/dynamodb/usage.ts';
import { s3FontPackReader, s3FontPackStore } from '../aws/s3/font-packs.ts';
import { s3FontFileReader, s3SourceReader } from '../aws/s3/sources.ts';
import { configuredFontSource } from '../font-source/configured-font-source.ts';
import { endpoint } from '../http/endpoint.ts';
import { cachedRemoteImageFetcher } from '../remote-images/cached-images.ts';
import { safeRemoteImages } from '../remote-images/safe-remote-images.ts';
import { runtime } from '../runtime/runtime.ts';
import { checkWithinBudgets } from '../usecases/templates/check-within-budgets.ts';

const ports = connect('checkTemplate', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'sources:read': s3SourceReader,
  'fonts:read': dynamoDbFontLister,
  'fontFiles:read': s3FontFileReader,
  'fontPacks:read': s3FontPackReader,
  'fontPacks:write': s3FontPackStore,
  'fontSource:fetch': configuredFontSource,
  'remoteImages:fetch': (environment) => cachedRemoteImageFetcher(safeRemoteImages(environment)),
  'budgets:consume': dynamoDbBudgets,
  'usage:read': dynamoDbUsageReader,
});

/** POST /v1/templates/check */
export const handler = endpoint('checkTemplate', runtime, ports, ({ caller, templates, body }, atRequest) =>
  checkWithinBudgets(ports, atRequest, caller, templates.get(body.templateId ?? ''), body),
);
