import { connect } from '../aws/connect.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbRenderFailureLister } from '../aws/dynamodb/render-failures.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { listRenderFailures } from '../usecases/images/list-render-failures.ts';

const ports = connect('listRenderFailures', {
  'callers:read': dynamoDbCallers,
  'renderFailures:list': dynamoDbRenderFailureLister,
});

/** GET /v1/render-failures */
export const handler = endpoint('listRenderFailures', runtime, ports, ({ caller }, atRequest) =>
  listRenderFailures(ports, atRequest, caller),
);
