import { connect } from '../aws/connect.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { s3SourceReader } from '../aws/s3/sources.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { getTemplate } from '../usecases/templates/get-template.ts';

const ports = connect('getTemplate', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'sources:read': s3SourceReader,
});

/** GET /v1/templates/{templateId} */
export const handler = endpoint('getTemplate', runtime, ports, ({ caller, templates, path }) =>
  getTemplate(ports, runtime, caller, templates.get(path.templateId)),
);
