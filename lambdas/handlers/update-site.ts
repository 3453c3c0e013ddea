import { connect } from '../aws/connect.ts';
import { dynamoDbCallersWithTemplates } from '../aws/dynamodb/callers.ts';
import { dynamoDbSiteUpdater } from '../aws/dynamodb/sites.ts';
import { endpoint } from '../http/endpoint.ts';
import { runtime } from '../runtime/runtime.ts';
import { updateSite } from '../usecases/sites/update-site.ts';

const ports = connect('updateSite', {
  'callersWithTemplates:read': dynamoDbCallersWithTemplates,
  'sites:update': dynamoDbSiteUpdater,
});

/** PATCH /v1/sites/{siteId} */
export const handler = endpoint('updateSite', runtime, ports, ({ caller, templates, path, body }, atRequest) =>
  updateSite(ports, atRequest, caller, templates, path.siteId, body),
);
