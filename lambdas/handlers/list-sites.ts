import { connect } from '../aws/connect.ts';
import { dynamoDbCallers } from '../aws/dynamodb/callers.ts';
import { dynamoDbSiteLister } from '../aws/dynamodb/sites.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { listSites } from '../usecases/sites/list-sites.ts';

const ports = connect('listSites', { 'callers:read': dynamoDbCallers, 'sites:list': dynamoDbSiteLister });

/** GET /v1/sites */
export const handler = endpoint('listSites', runtime, ports, ({ caller }) => listSites(ports, caller));
