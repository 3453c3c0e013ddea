import '../first-evaluator.ts';
import { connect } from '../aws/connect.ts';
import { dynamoDbBudgets } from '../aws/dynamodb-budgets.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb-callers.ts';
import { dynamoDbFontLister } from '../aws/dynamodb-fonts.ts';
import { dynamoDbUsageReader } from '../aws/dynamodb-usage.ts';
import { s3FontFileReader, s3SourceReader } from '../aws/s3-sources.ts';
import { endpoint } from '../http/endpoint.ts';
import { rememberedImages } from '../remote-images/remembered-images.ts';
import { safeRemoteImages } from '../remote-images/safe-remote-images.ts';
import { runtime } from '../runtime.ts';
import { checkWithinBudgets } from '../usecases/check-within-budgets.ts';

const ports = connect('checkTemplate', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'sources:read': s3SourceReader,
  'fonts:read': dynamoDbFontLister,
  'fontFiles:read': s3FontFileReader,
  'remoteImages:fetch': (environment) => rememberedImages(safeRemoteImages(environment)),
  'budgets:consume': dynamoDbBudgets,
  'usage:read': dynamoDbUsageReader,
});

/** POST /v1/templates/check */
export const handler = endpoint('checkTemplate', runtime, ports, ({ caller, templates, body }, atRequest) =>
  checkWithinBudgets(ports, atRequest, caller, templates.get(body.templateId ?? ''), body),
);
