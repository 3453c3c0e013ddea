import { connect } from '../aws/connect.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbVersionReader } from '../aws/dynamodb/versions.ts';
import { s3SourceReader } from '../aws/s3/sources.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { getVersion } from '../usecases/templates/get-version.ts';

const ports = connect('getVersion', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'versions:read': dynamoDbVersionReader,
  'sources:read': s3SourceReader,
});

/** GET /v1/templates/{templateId}/versions/{version} */
export const handler = endpoint('getVersion', runtime, ports, ({ caller, templates, path }) =>
  getVersion(ports, runtime, caller, templates.get(path.templateId), path.version),
);
