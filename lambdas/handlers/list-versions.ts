import { connect } from '../aws/connect.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbVersionLister } from '../aws/dynamodb/versions.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { listVersions } from '../usecases/templates/list-versions.ts';

const ports = connect('listVersions', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'versions:list': dynamoDbVersionLister,
});

/** GET /v1/templates/{templateId}/versions */
export const handler = endpoint('listVersions', runtime, ports, ({ caller, templates, path }) =>
  listVersions(ports, runtime, caller, templates.get(path.templateId)),
);
